/** A packet's way: at every hop its addresses, and on the arrows what sends it on. */
import { z } from "zod";
import type { Drawing } from "./figure.js";
import { esc, h } from "./html.js";
import type { Sheet } from "./sheet.js";
import { common, statesOf } from "./states.js";
import { drawWays, type Way } from "./ways.js";

const hop = z.strictObject({
  id: z.string(),
  label: z.string(),
  /** The node, or whatever else it lies in. */
  in: z.string().default(""),
  /** What brings the packet here: a route, a veth pair. It stands on the arrow. */
  via: z.string().default(""),
  source: z.string().optional(),
  destination: z.string().optional(),
  note: z.string().optional(),
});

const way = z.strictObject({
  id: z.string(),
  label: z.string().default(""),
  hops: z.array(hop).min(2).max(7),
});

export const packetSchema = z.strictObject({ ...common, ways: z.array(way).min(1).max(4) });

type PacketSpec = z.infer<typeof packetSchema>;

export function drawPacket(spec: PacketSpec, sheet: Sheet): Drawing {
  const ways = spec.ways.map((one, index): Way => {
    let [source, destination] = ["", ""];
    return {
      id: one.id,
      label: sheet.text(one.label, ["ways", index, "label"]).html,
      stations: one.hops.map((each, at) => {
        const path = ["ways", index, "hops", at];
        const from = sheet.text(each.source, [...path, "source"]);
        const to = sheet.text(each.destination, [...path, "destination"]);
        const rewritten = {
          source: source !== "" && from.plain !== "" && from.plain !== source,
          destination: destination !== "" && to.plain !== "" && to.plain !== destination,
        };
        source = from.plain || source;
        destination = to.plain || destination;
        const note = sheet.text(each.note, [...path, "note"]).html;
        return {
          by: sheet.text(each.via, [...path, "via"]).html,
          place: sheet.text(each.in, [...path, "in"]).html,
          cards: [
            {
              id: each.id,
              html: [
                h("strong", null, sheet.text(each.label, [...path, "label"]).html),
                (from.html || to.html) &&
                  h(
                    "dl",
                    { class: "pic-addresses" },
                    address(sheet.words.source, from.html, rewritten.source, sheet),
                    address(sheet.words.destination, to.html, rewritten.destination, sheet),
                  ),
                note && h("span", { class: "pic-card-note" }, note),
              ]
                .filter(Boolean)
                .join(""),
            },
          ],
        };
      }),
    };
  });
  return finish(spec, ways, sheet);
}

/** The drawing of ways, whose parts are the ways, the cards and the arrows before them. */
export function finish(
  spec: PacketSpec | (z.infer<typeof plain> & object),
  ways: Way[],
  sheet: Sheet,
): Drawing {
  const cards = ways.flatMap(({ stations }) =>
    stations.flatMap((station) => station.cards.map(({ id }) => id)),
  );
  const arrows = ways.flatMap(({ stations }) =>
    stations.slice(1).map((station) => `${station.cards[0]!.id}/arrow`),
  );
  const parts = [...ways.map(({ id }) => id), ...cards];
  for (const id of parts.filter((one, at) => parts.indexOf(one) !== at))
    sheet.fault(["ways"], `ways: two parts are called ${id}`);
  const title = sheet.text(spec.title, ["title"]).plain;
  return {
    states: statesOf(spec, [...parts, ...arrows], sheet),
    draw: (look) => drawWays(ways, look, title),
  };
}

const plain = z.strictObject(common);

function address(word: string, html: string, rewritten: boolean, { words }: Sheet): string {
  if (html === "") return "";
  return (
    h("dt", null, esc(word)) +
    h(
      "dd",
      { class: rewritten ? "is-rewritten" : undefined },
      html,
      rewritten && h("span", { class: "pic-versus is-changed" }, ` ${esc(words.rewritten)}`),
    )
  );
}
