/** Stations one after another with arrows between them: from left to right where there is room, else from top to bottom. */
import { h } from "./html.js";
import { type Look, partClass } from "./states.js";

export interface Card {
  id: string;
  /** The card's content, as markup. */
  html: string;
  tone?: string;
}

export interface Station {
  /** What stands on the arrow that leads here, as markup. */
  by: string;
  /** The place that it lies in; stations in the same place stand in one frame. */
  place: string;
  cards: Card[];
}

export interface Way {
  id: string;
  label: string;
  stations: Station[];
}

export function drawWays(ways: Way[], look: Look, title: string): string {
  return h(
    "div",
    { class: "pic-ways", role: "group", "aria-label": title },
    ways.map((way) =>
      h(
        "div",
        { class: partClass(way.id, look, "pic-way", `is-${way.stations.length}`), "data-part": way.id },
        way.label && h("p", { class: "pic-way-label" }, way.label),
        h(
          "ol",
          { class: "pic-stations" },
          places(way.stations).map((group, index) => drawPlace(group, look, index === 0)),
        ),
      ),
    ),
  );
}

/** Stations that follow each other in the same place, together. */
function places(stations: Station[]): Station[][] {
  const groups: Station[][] = [];
  for (const station of stations) {
    const last = groups.at(-1);
    if (last && station.place && last[0]!.place === station.place) last.push(station);
    else groups.push([station]);
  }
  return groups;
}

function drawPlace(group: Station[], look: Look, first: boolean): string {
  const { place } = group[0]!;
  const items = group.map((station, index) =>
    drawStation(station, look, first && index === 0, place !== "" && index === 0),
  );
  if (!place) return items.join("");
  const arrow = first ? "" : drawArrow(group[0]!, look);
  return h(
    "li",
    { class: `pic-place is-${group.length}` },
    arrow,
    h(
      "div",
      { class: "pic-place-frame" },
      h("p", { class: "pic-place-name" }, place),
      h("ol", { class: "pic-stations" }, items),
    ),
  );
}

function drawStation(station: Station, look: Look, first: boolean, arrowOutside: boolean): string {
  return h(
    "li",
    { class: "pic-station" },
    !first && !arrowOutside && drawArrow(station, look),
    h(
      "div",
      { class: "pic-cards" },
      station.cards.map((card) =>
        h(
          "div",
          {
            class: partClass(card.id, look, "pic-card", card.tone && `is-${card.tone}`),
            "data-part": card.id,
          },
          card.html,
        ),
      ),
    ),
  );
}

/** An arrow belongs to the station that it leads to, and goes when that goes. */
function drawArrow({ by, cards }: Station, look: Look): string {
  const id = `${cards[0]!.id}/arrow`;
  const inherited = look.off.has(cards[0]!.id) ? new Set([...look.off, id]) : look.off;
  return h(
    "div",
    {
      class: partClass(id, { ...look, off: inherited }, "pic-arrow"),
      "data-part": id,
      "data-follows": cards[0]!.id,
    },
    by && h("span", null, by),
  );
}
