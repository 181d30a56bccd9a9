/** Phases from left to right, lanes below each other: the picture for a wide place. */

import { esc, h } from "../html.js";
import type { Look } from "../states.js";
import { partClass } from "../states.js";
import { textWidth, wrap } from "../text-width.js";
import { seconds } from "../time.js";
import { extent, type Flag, flagSize, type PlacedFlag, placeFlags } from "./flags.js";
import type { Phases, Span } from "./resolve.js";
import { makeScale, type Scale } from "./scale.js";

export const wideWidth = 760;
const band = 44;
const laneHeight = 34;
const bar = 20;

export interface Wide {
  scale: Scale;
  svg(look: Look, at: number | undefined, labelledBy: string): string;
  /** Texts that found no room in the drawing, by number. */
  legend: string[];
  /** Every text box of the drawing, for tests: nothing may overlap. */
  boxes: Box[];
}

export interface Box {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export function layoutWide(phases: Phases, scaleKind: "linear" | "even"): Wide {
  const gutter = gutterOf(phases);
  const { scale, flags, rise } = roomFor(phases, scaleKind, gutter);
  const levels = Math.max(0, ...flags.map(({ level }) => level + 1));
  const top = 8 + levels * rise;
  const boxes: Box[] = [];
  const legend: Wide["legend"] = [];
  const numberOf = (html: string) => {
    const known = legend.indexOf(html);
    return known < 0 ? legend.push(html) : known + 1;
  };
  const shapes = makeShapes({ phases, scale, gutter, top, boxes, numberOf });
  for (const flag of flags)
    boxes.push({
      text: flag.label,
      x: extent(flag)[0],
      y: top + 8 - flagSize - (flag.level + 1) * rise + 4,
      width: flag.width,
      height: rise - 4,
    });
  const height = shapes.bottom + 6;
  return {
    scale,
    legend,
    boxes,
    svg: (look, at, label) =>
      h(
        "svg",
        { class: "phases-wide", viewBox: `0 0 ${wideWidth} ${height}`, role: "img", "aria-label": label },
        guides(flags, top, shapes.linesTo, look),
        shapes.draw(look),
        flags.map((flag) => flagMarkup(flag, top, rise, look)),
        at !== undefined
          ? playhead(round(scale(at)), top, shapes.linesTo)
          : playhead(undefined, top, shapes.linesTo),
      ),
  };
}

/** The playhead stands at x = 0 and is moved; without a moment it is not shown. */
function playhead(x: number | undefined, top: number, bottom: number): string {
  return h(
    "g",
    {
      class: `pic-playhead${x === undefined ? " is-off" : ""}`,
      transform: `translate(${x ?? 0} 0)`,
      "data-playhead": true,
    },
    h("path", { d: `M-5 ${top - 7}h10l-5 7z` }),
    h("line", { y1: top - 4, y2: bottom }),
  );
}

function gutterOf({ lanes }: Phases): number {
  if (lanes.length === 0) return 0;
  const widest = Math.max(
    ...lanes.map(({ label }) => Math.max(...laneLabel(label.plain).map((line) => textWidth(line, 12.5)))),
  );
  return Math.ceil(widest) + 14;
}

function laneLabel(text: string): string[] {
  return wrap(text, 130, 12.5) ?? [text];
}

/** The plot is as wide as the picture; where flags would cross they get two lines, and then it ends further left. */
function roomFor(phases: Phases, kind: "linear" | "even", gutter: number) {
  const texts = flagTexts(phases);
  for (let right = wideWidth - 2; right - gutter > 200; right -= 20) {
    const scale = makeScale(phases, kind, gutter, right);
    const flags = texts.map(({ at, ...flag }): Flag => ({ ...flag, x: scale(at) }));
    for (const twoLines of [false, true]) {
      const placed = placeFlags(flags, wideWidth, twoLines);
      const high = Math.max(0, ...(placed ?? []).map(({ level }) => level));
      if (placed && (twoLines || high < 2)) return { scale, flags: placed, rise: twoLines ? 36 : 20 };
    }
  }
  throw new RangeError("no room for the words above the boundaries");
}

/** One flag for each boundary of the main row: its time, and the words of what begins there. */
function flagTexts({ spans, zero }: Phases): (Omit<Flag, "x"> & { at: number })[] {
  const starts = spans
    .filter(({ startsAt }) => startsAt)
    .map((span) => ({
      at: span.start,
      id: span.id,
      time: timeOf(span.startsAt!.at, zero),
      label: span.begins.plain,
    }));
  const last = spans.at(-1)!;
  if (!last.endsAt) return starts;
  return [...starts, { at: last.end, id: "end", time: timeOf(last.endsAt.at, zero), label: "" }];
}

export function timeOf(at: number | undefined, zero: number): string {
  return at === undefined ? "○" : seconds(at - zero);
}

function flagMarkup(
  { x, level, time, label, id, left }: PlacedFlag,
  top: number,
  rise: number,
  look: Look,
): string {
  const y = top - 8 - level * rise;
  const [at, anchor] = [round(left ? x - 5 : x + 5), left && "end"];
  const words =
    rise > 20 && label !== ""
      ? [
          h("text", { x: at, y: y - 16, "text-anchor": anchor, class: "pic-time" }, esc(time)),
          h("text", { x: at, y, "text-anchor": anchor }, esc(label)),
        ]
      : [
          h(
            "text",
            { x: at, y, "text-anchor": anchor },
            h("tspan", { class: "pic-time" }, esc(time)),
            label && h("tspan", { dx: 7 }, esc(label)),
          ),
        ];
  return h(
    "g",
    { class: partClass(id, look, "pic-flag"), "data-part": id },
    h("line", { x1: round(x), x2: round(x), y1: y + 9 - rise, y2: top + band }),
    words,
  );
}

/** Boundaries go on below the band, behind the lanes. */
function guides(flags: PlacedFlag[], top: number, bottom: number, look: Look): string {
  return h(
    "g",
    { class: "pic-guides" },
    flags.map(({ x, id }) =>
      h("line", {
        class: partClass(id, look),
        "data-part": id,
        x1: round(x),
        x2: round(x),
        y1: top + band,
        y2: bottom,
      }),
    ),
  );
}

interface Sketch {
  phases: Phases;
  scale: Scale;
  gutter: number;
  top: number;
  boxes: Box[];
  numberOf(html: string): number;
}

function makeShapes({ phases, scale, top, boxes, numberOf }: Sketch) {
  const main = phases.spans.map((span) => phaseShape(span, scale, top, band, 13, boxes, numberOf));
  const notes = phases.spans.map((span) => noteShape(span, scale, top + band, boxes, numberOf));
  const noteLines = Math.max(0, ...notes.map((note) => note?.lines.length ?? 0));
  let y = top + band + (noteLines > 0 ? 8 + noteLines * 15 : 0) + (phases.lanes.length > 0 ? 14 : 0);
  const lanes = phases.lanes.map((lane) => {
    const at = y;
    y += laneHeight;
    const lines = laneLabel(lane.label.plain);
    const first = at + laneHeight / 2 + 4.5 - (lines.length - 1) * 7;
    for (const [index, line] of lines.entries())
      boxes.push({ text: line, x: 0, y: first + index * 14 - 11, width: textWidth(line, 12.5), height: 14 });
    const shapes = lane.spans.map((span) =>
      phaseShape(span, scale, at + (laneHeight - bar) / 2, bar, 11.5, boxes, numberOf),
    );
    return (look: Look) =>
      h(
        "g",
        { class: "pic-lane" },
        lines.map((line, index) =>
          h("text", { class: "pic-lane-label", x: 0, y: round(first + index * 14) }, esc(line)),
        ),
        h("line", {
          class: "pic-rail",
          x1: round(scale(phases.from)),
          x2: round(scale(phases.to)),
          y1: at + laneHeight / 2,
          y2: at + laneHeight / 2,
        }),
        shapes.map((shape) => shape(look)),
        ticksInside(lane.ticks, phases).map((tick) =>
          h("line", {
            class: "pic-tick",
            x1: round(scale(tick)),
            x2: round(scale(tick)),
            y1: at + 7,
            y2: at + laneHeight - 7,
          }),
        ),
      );
  });
  const linesTo = phases.lanes.length > 0 ? y : top + band + 6;
  const bottom = Math.max(y, linesTo) + (phases.references.length > 0 ? 22 : 0);
  return {
    linesTo,
    bottom,
    draw: (look: Look) =>
      [
        main.map((shape) => shape(look)).join(""),
        phases.spans.map((span, index) => notes[index]?.draw(look, span) ?? "").join(""),
        lanes.map((lane) => lane(look)).join(""),
        referenceMarks(phases, scale, Math.max(y, linesTo), boxes),
      ].join(""),
  };
}

/** The entries that lie within the picture. */
export function ticksInside(ticks: number[], { from, to }: Phases): number[] {
  return ticks.filter((tick) => tick >= from && tick <= to);
}

function phaseShape(
  span: Span,
  scale: Scale,
  y: number,
  height: number,
  size: number,
  boxes: Box[],
  numberOf: Sketch["numberOf"],
): (look: Look) => string {
  const [x, end] = [scale(span.start), scale(span.end)];
  const width = Math.max(end - x, 1.5);
  const lines = fitted(span.label.plain, width - 14, height, size);
  const number = lines ? undefined : numberOf(span.label.html);
  const line = size + 3;
  const first = y + height / 2 + size * 0.36 - (((lines?.length ?? 1) - 1) * line) / 2;
  for (const [index, text] of (lines ?? []).entries())
    boxes.push({
      text,
      x: x + 8,
      y: first + index * line - size,
      width: textWidth(text, size, true),
      height: size + 1,
    });
  if (number !== undefined)
    boxes.push({ text: String(number), x: x + width / 2 - 4, y: y + height / 2 - 6, width: 8, height: 12 });
  return (look) =>
    h(
      "g",
      {
        class: partClass(span.id, look, "pic-phase", `is-${span.tone}`, span.uncertain && "is-missing"),
        "data-part": span.id,
      },
      h("rect", { x: round(x), y, width: round(width), height }),
      span.uncertain && h("path", { class: "pic-hatch", d: hatch(x, y, width, height) }),
      lines?.map((text, index) =>
        h("text", { x: round(x + 8), y: round(first + index * line), "font-size": size }, esc(text)),
      ),
      number !== undefined &&
        h(
          "text",
          {
            x: round(x + width / 2),
            y: round(y + height / 2 + 4),
            "text-anchor": "middle",
            "font-size": 11.5,
          },
          String(number),
        ),
    );
}

/** The label in one line, or two where the height allows it; `undefined` when it does not fit. */
function fitted(text: string, width: number, height: number, size: number): string[] | undefined {
  const lines = wrap(text, width, size, true);
  return lines && lines.length <= Math.floor(height / (size + 3)) ? lines : undefined;
}

/** A note of at most three lines below its phase; of a longer one only its number, whose words the legend has. */
function noteShape(span: Span, scale: Scale, y: number, boxes: Box[], numberOf: Sketch["numberOf"]) {
  if (span.note.plain === "") return undefined;
  const x = scale(span.start);
  const wrapped = wrap(span.note.plain, scale(span.end) - x - 12, 12);
  const lines = wrapped && wrapped.length <= 3 ? wrapped : [String(numberOf(span.note.html))];
  for (const [index, text] of lines.entries())
    boxes.push({ text, x: x + 8, y: y + 8 + index * 15, width: textWidth(text, 12), height: 13 });
  return {
    lines,
    draw: (look: Look, { id }: Span) =>
      h(
        "g",
        { class: partClass(id, look, "pic-note"), "data-part": id },
        lines.map((text, index) => h("text", { x: round(x + 8), y: y + 18 + index * 15 }, esc(text))),
      ),
  };
}

/** Figures of an earlier run, as open triangles below everything that was recorded. */
function referenceMarks({ references, to }: Phases, scale: Scale, y: number, boxes: Box[]): string {
  const inside = references.filter(({ at }) => at <= to);
  return inside
    .map(({ at, label, text }) => {
      const x = scale(at);
      const words = `${label} ${text}`;
      const width = textWidth(words, 11.5);
      const left = x + 10 + width > wideWidth;
      boxes.push({ text: words, x: left ? x - 10 - width : x + 10, y: y + 4, width, height: 13 });
      return h(
        "g",
        { class: "pic-reference" },
        h("path", { d: `M${round(x)} ${y + 3}l5 10h-10z` }),
        h(
          "text",
          { x: round(left ? x - 10 : x + 10), y: y + 14, "text-anchor": left ? "end" : undefined },
          esc(words),
        ),
      );
    })
    .join("");
}

function hatch(x: number, y: number, width: number, height: number): string {
  const strokes: string[] = [];
  for (let at = -height; at < width; at += 8) {
    const [from, to] = [Math.max(at, 0), Math.min(at + height, width)];
    if (to > from)
      strokes.push(
        `M${round(x + from)} ${round(y + height - (from - at))}L${round(x + to)} ${round(y + height - (to - at))}`,
      );
  }
  return strokes.join("");
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
