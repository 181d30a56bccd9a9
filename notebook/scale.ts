/** ```` ```scale name ````: how long things took, from the shortest to the longest, on one logarithmic axis. */
import { z } from "zod";
import { within } from "./book.js";
import { faultBox, plain, tag } from "./html.js";
import { inlineText } from "./inline.js";
import { convertTime } from "./number.js";
import { readOptions } from "./options.js";
import { show } from "./show.js";
import { fault, type Page } from "./types.js";
import { renderValue } from "./value.js";
import { words } from "./words.js";

const schema = z.strictObject({
  title: z.string(),
  rows: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(2),
  caption: z.string().optional(),
});

type Row = z.infer<typeof schema>["rows"][number];

interface Placed {
  row: Row;
  /** Undefined when the run does not have it. */
  ms?: number;
}

export function renderScale(source: string, page: Page, line: number): string {
  const read = readOptions(source, schema);
  if (read.faults) {
    for (const one of read.faults) fault(page, line + 1 + one.line, `scale: ${one.message}`);
    return faultBox(read.faults.map(({ message }) => message).join("; "));
  }
  const { title, rows, caption } = read.options;
  const placed: Placed[] = [];
  for (const row of rows) {
    const ms = milliseconds(row.value, page);
    if (typeof ms === "object") fault(page, line, ms.fault);
    else placed.push({ row, ms });
  }
  // what was not observed stands last
  placed.sort((a, b) => (a.ms ?? Number.POSITIVE_INFINITY) - (b.ms ?? Number.POSITIVE_INFINITY));
  const axis = axisOf(placed.flatMap(({ ms }) => ms ?? []));
  return tag(
    "figure",
    { class: "scale" },
    [
      tag("p", { class: "scale-title" }, inlineText(title, page, line)),
      header(axis, page),
      tag("ol", {}, placed.map((one) => item(one, axis, page, line)).join("\n")),
      caption ? tag("figcaption", {}, inlineText(caption, page, line)) : "",
    ].join("\n"),
  );
}

function milliseconds(expression: string, onPage: Page): number | undefined | { fault: string } {
  const found = within(expression, onPage);
  if ("fault" in found) return found;
  const shown = show(found.name, found.part);
  if ("fault" in shown) return shown;
  if (shown.missing) return undefined;
  const ms = typeof shown.value === "number" ? convertTime(shown.value, shown.unit, "s") : undefined;
  if (ms === undefined || ms <= 0) return { fault: `scale: ${expression} is no time above zero` };
  return ms * 1000;
}

/** Whole powers of ten around all times, in milliseconds. */
interface Axis {
  from: number;
  to: number;
}

function axisOf(times: number[]): Axis {
  if (times.length === 0) return { from: 0, to: 1 };
  return {
    from: Math.floor(Math.log10(Math.min(...times))),
    to: Math.ceil(Math.log10(Math.max(...times))),
  };
}

function placeOf(ms: number, { from, to }: Axis): string {
  return `${Number((((Math.log10(ms) - from) / (to - from)) * 100).toFixed(1))}%`;
}

function powers({ from, to }: Axis): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** The axis once, above all rows; a screen reader has the values themselves. */
function header(axis: Axis, page: Page): string {
  const { units } = words[page.chapter.lang];
  const labels = powers(axis).map((ms, index, all) => {
    const anchor = index === 0 ? "start" : index === all.length - 1 ? "end" : "middle";
    const text = ms >= 1000 ? `${ms / 1000} ${units.s}` : `${ms} ${units.ms}`;
    return `<text x="${placeOf(ms, axis)}" y="11" text-anchor="${anchor}">${plain(text)}</text>`;
  });
  return `<div class="scale-head" aria-hidden="true"><svg width="100%" height="14">${labels.join("")}</svg></div>`;
}

function item({ row, ms }: Placed, axis: Axis, page: Page, line: number): string {
  const id = /^([a-z]\d{2}):/.exec(row.value)?.[1];
  const label = inlineText(row.label, page, line);
  const named = id
    ? `${label} ${tag("a", { class: "scale-chapter", href: `${page.chapter.place ?? "./"}${id}` }, plain(id))}`
    : label;
  return tag(
    "li",
    {},
    `<span class="scale-label">${named}</span>${track(ms, axis)}<span class="scale-value">${renderValue(row.value, page, line)}</span>`,
  );
}

function track(ms: number | undefined, axis: Axis): string {
  const grid = powers(axis).map(
    (one) =>
      `<line class="scale-grid" x1="${placeOf(one, axis)}" x2="${placeOf(one, axis)}" y1="0" y2="100%"/>`,
  );
  const at = ms === undefined ? "" : placeOf(ms, axis);
  const bar = at
    ? `<line class="scale-bar" x1="0" x2="${at}" y1="50%" y2="50%"/><circle cx="${at}" cy="50%" r="5"/>`
    : "";
  return `<svg class="scale-track" width="100%" height="26" aria-hidden="true">${grid.join("")}${bar}</svg>`;
}
