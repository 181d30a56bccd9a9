/** The frame of every picture: its drawing, its states as stills, what the player needs, and what was not recorded. */
import { controls } from "./controls.js";
import { esc, h } from "./html.js";
import type { Sheet } from "./sheet.js";
import { type CommonSpec, type Look, restingLook, type State } from "./states.js";
import { seconds } from "./time.js";

/** What a kind of picture supplies. */
export interface Drawing {
  /** The drawing in one look. `at` is the state's moment, for pictures with a time axis. A still has no ids. */
  draw(look: Look, at?: number): string;
  /** A small drawing of one state, where the whole would be too much. */
  still?(look: Look, at?: number): string;
  /** The look that stands when nothing plays; the last state's otherwise. */
  rest?: Look;
  /** The states that the kind itself knows, when the writer names none. */
  states: State[];
  /** Zero of the clock that states are told by; the first state's moment otherwise. */
  zero?: number;
  /** Where the playhead stands at a moment, in the drawing's own units. */
  playhead?(at: number): number;
  /** The same in words, as list items. */
  inWords?: string[];
}

export function figure(kind: string, spec: CommonSpec, drawing: Drawing, sheet: Sheet): string {
  const { name, words, missing } = sheet;
  const { states } = drawing;
  const id = `picture-${name}`;
  return h(
    "figure",
    { class: `picture picture-${kind}`, id, "data-player": states.length > 1 },
    h("div", { class: "picture-stage" }, drawing.draw(drawing.rest ?? restingLook(spec, states))),
    states.length > 1 && controls(states.length, sheet),
    states.length > 1 && strip(drawing, id, sheet),
    drawing.inWords &&
      h(
        "details",
        { class: "picture-words" },
        h("summary", null, words.inWords),
        h("ul", null, drawing.inWords),
      ),
    missing.size > 0 && h("ul", { class: "picture-missing" }, reasonsOf(missing)),
    (spec.caption ?? "") !== "" && h("figcaption", null, sheet.text(spec.caption, ["caption"]).html),
  );
}

/** Why values are not there: each reason once, with the first of the names that it holds for. */
function reasonsOf(missing: Sheet["missing"]): string[] {
  const reasons = new Map<string, string[]>();
  for (const [ref, { kind, reason }] of missing) {
    const said = reason === "" ? kind : `${kind}: ${reason}`;
    reasons.set(said, [...(reasons.get(said) ?? []), ref]);
  }
  return [...reasons].map(([said, refs]) => {
    const named = refs.slice(0, 3).map((ref) => h("code", null, esc(ref)));
    const more = refs.length > 3 ? `, … (${refs.length})` : "";
    return h("li", null, `○ ${esc(said)} · ${named.join(", ")}${more}`);
  });
}

/** Every state: a still of up to six of them, its time, its sentence, and the classes that the player sets. */
function strip(drawing: Drawing, id: string, sheet: Sheet): string {
  const { states } = drawing;
  const zero = drawing.zero ?? states.find(({ moment }) => moment.at !== undefined)?.moment.at;
  const drawn = new Set(stillsOf(states.length));
  return h(
    "ol",
    { class: "picture-states", "aria-label": sheet.words.states },
    states.map((state, index) =>
      h(
        "li",
        { id: `${id}-${index + 1}`, ...dataOf(state, drawing, zero) },
        drawn.has(index) &&
          h(
            "div",
            { class: "picture-still", "aria-hidden": "true", inert: true },
            anonymous((drawing.still ?? drawing.draw)(state, state.moment.at)),
          ),
        h(
          "p",
          null,
          h("a", { class: "picture-number", href: `#${id}-${index + 1}` }, `${index + 1}/${states.length}`),
          " ",
          h("span", { class: "picture-when" }, whenOf(state, zero, sheet)),
          " ",
          h("span", { class: "picture-text" }, state.text.html),
        ),
      ),
    ),
  );
}

function dataOf({ off, marked, broken, moment }: State, drawing: Drawing, zero: number | undefined) {
  return {
    "data-off": [...off].join(" "),
    "data-marked": [...marked].join(" "),
    "data-broken": [...broken].join(" "),
    "data-ms": moment.at === undefined || zero === undefined ? undefined : Math.round(moment.at - zero),
    "data-x": moment.at === undefined ? undefined : drawing.playhead?.(moment.at),
  };
}

/** `+42.7 s · outage/unknown`: the time by the picture's clock, and the event or output that it comes from. */
function whenOf({ moment }: State, zero: number | undefined, { words }: Sheet): string {
  const time =
    moment.at === undefined || zero === undefined
      ? `○ ${words.unknownTime}`
      : seconds(moment.at - zero, true);
  const source = h("code", null, esc(moment.source));
  return `${esc(time)} · ${moment.href ? h("a", { href: moment.href }, source) : source}`;
}

/** Indices of up to six states, spread evenly, the first and the last among them. */
export function stillsOf(count: number): number[] {
  if (count <= 6) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: 6 }, (_, index) => Math.round((index * (count - 1)) / 5));
}

/** A still repeats the drawing: nothing in it may be linked to or followed a second time. */
function anonymous(markup: string): string {
  return markup
    .replaceAll(/ (?:id|href|aria-labelledby|role|data-part|title)="[^"]*"/g, "")
    .replaceAll(/<(\/?)a(?=[ >])/g, "<$1span");
}
