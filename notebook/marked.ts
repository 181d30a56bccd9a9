/** Lines of output as HTML: marked parts, and identifiers in the colours of the page. */
import { plain } from "./html.js";
import { toneOf } from "./tone.js";
import type { Page } from "./types.js";

/** A stretch of a line, [from, to), with the classes that it gets. */
interface Stretch {
  from: number;
  to: number;
  open: string;
  close: string;
}

/** A longer line is cut around what is looked for; in characters. */
const LONGEST = 220;
const AROUND = 70;

const identifiers = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}/g;

/** `marks` says which parts are marked; `line` has no line feed. */
export function lineHtml(line: string, marks: RegExp[], page: Page): string {
  const found = marks
    .flatMap((mark) => [...line.matchAll(mark)])
    .map(({ index, 0: text }) => [index, index + text.length] as const);
  return rangesHtml(line, found, page);
}

/** The same with the places that are marked, [from, to). */
export function rangesHtml(line: string, found: (readonly [number, number])[], page: Page): string {
  const pieces = line.length > LONGEST ? windows(line, found) : [[0, line.length] as const];
  const html = pieces.map(([from, to]) => {
    const stretches: Stretch[] = [
      ...found
        .filter(([start, end]) => start >= from && end <= to)
        .map(([start, end]) => ({ from: start, to: end, open: "<mark>", close: "</mark>" })),
      ...[...line.matchAll(identifiers)]
        .filter(({ index, 0: text }) => index >= from && index + text.length <= to && page.tones.has(text))
        .map(({ index, 0: text }) => ({
          from: index,
          to: index + text.length,
          open: `<span class="tone-${toneOf(page, text)}">`,
          close: "</span>",
        })),
    ];
    return written(line, from, to, stretches);
  });
  if (pieces.length === 1 && pieces[0]![0] === 0 && pieces[0]![1] === line.length) return html[0]!;
  const gap = '<span class="gap">…</span>';
  const first = pieces[0]![0] > 0 ? gap : "";
  const last = pieces.at(-1)![1] < line.length ? gap : "";
  return first + html.join(gap) + last;
}

/** The surroundings of what is marked; the head of the line when nothing is. */
function windows(line: string, found: (readonly [number, number])[]): (readonly [number, number])[] {
  if (found.length === 0) return [[0, LONGEST]];
  const wanted = found.map(
    ([from, to]) => [Math.max(0, from - AROUND), Math.min(line.length, to + AROUND)] as const,
  );
  const merged: [number, number][] = [];
  for (const [from, to] of [...wanted].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Nested where one stretch lies within another; of two that cross, the later one is left out. */
function written(line: string, from: number, to: number, stretches: Stretch[]): string {
  const sorted = [...stretches].sort((a, b) => a.from - b.from || b.to - a.to);
  let html = "";
  let at = from;
  const open: Stretch[] = [];
  const closeUntil = (place: number) => {
    while (open.length > 0 && open.at(-1)!.to <= place) {
      const inner = open.pop()!;
      html += plain(line.slice(at, inner.to)) + inner.close;
      at = inner.to;
    }
  };
  for (const stretch of sorted) {
    closeUntil(stretch.from);
    const outer = open.at(-1);
    if (outer && stretch.to > outer.to) continue;
    html += plain(line.slice(at, stretch.from)) + stretch.open;
    at = stretch.from;
    open.push(stretch);
  }
  closeUntil(to);
  return html + plain(line.slice(at, to));
}
