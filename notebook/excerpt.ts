/** What a claim stands on, as a reader sees it: the command, and those lines of its output that hold the values. */
import type { ProofSource } from "../src/model/answer/citation.js";
import type { StepRecord, Value } from "../src/model/run.js";
import { plain, tag, withCode } from "./html.js";
import { rangesHtml } from "./marked.js";
import { jsonPart } from "./output.js";
import { stepPlace } from "./place.js";
import { commandHtml } from "./step.js";
import type { Page } from "./types.js";
import { words } from "./words.js";

export interface Excerpt {
  step: string;
  stream: ProofSource["stream"];
  sources: ProofSource[];
}

/** Lines that are shown of one output. */
const LINES = 6;
/** More of one value is not for reading. In characters. */
const LONGEST = 160;

/** One excerpt for each output that the sources point into, in their order; what is derived points into none. */
export function excerptsOf(sources: ProofSource[]): Excerpt[] {
  const found = new Map<string, Excerpt>();
  for (const source of sources) {
    if (source.step === "derived") continue;
    const key = `${source.step} ${source.stream}`;
    const one = found.get(key) ?? { step: source.step, stream: source.stream, sources: [] };
    found.set(key, one);
    const same = ({ pointer, span }: ProofSource) =>
      pointer === source.pointer && String(span) === String(source.span);
    if (!one.sources.some(same)) one.sources.push(source);
  }
  return [...found.values()];
}

/** Undefined when the run has no such step. */
export function renderExcerpt({ step: id, stream, sources }: Excerpt, page: Page): string | undefined {
  const { run } = page.chapter;
  const step = run && [...run.steps, ...run.cleanup.steps].find((one) => one.id === id);
  if (!step) return undefined;
  page.cited.steps.add(id);
  const lines = stream === "record" ? [] : linesOf(step, stream, sources, page);
  const output =
    lines.length > 0 ? `<pre class="cmd-out" tabindex="0">${lines.slice(0, LINES).join("\n")}</pre>` : "";
  const { lang } = page.chapter;
  const more = tag("a", { ...stepPlace(page.chapter, id, stream) }, plain(words[lang].wholeOutput));
  const note = tag(
    "p",
    { class: "cmd-note" },
    [withCode(step.title[lang]), stream === "record" ? "" : more].filter(Boolean).join(" · "),
  );
  return tag("figure", { class: "cmd", "data-step": id }, [commandHtml(step, page), output, note].join("\n"));
}

function linesOf(
  step: StepRecord,
  stream: "stdout" | "stderr" | "stdin",
  sources: ProofSource[],
  page: Page,
): string[] {
  const stored = step[stream];
  const bytes = stored && page.chapter.bytes(stored.sha256);
  if (!bytes) return [];
  const text = new TextDecoder().decode(bytes);
  const shown = new Map<string, { at: number; html: string }>();
  const ranges = new Map<number, [number, number][]>();
  for (const source of sources) {
    if (source.pointer?.startsWith("$")) {
      const html = fieldHtml(source, text, bytes);
      if (html) shown.set(html, { at: source.span?.[0] ?? 0, html });
    } else
      for (const [from, to] of stretchesOf(source, text, bytes)) {
        const start = text.lastIndexOf("\n", from - 1) + 1;
        ranges.set(start, [...(ranges.get(start) ?? []), [from - start, to - start]]);
      }
  }
  for (const [start, found] of ranges) {
    const end = text.indexOf("\n", start);
    const whole = text.slice(start, end < 0 ? undefined : end).replace(/\r$/, "");
    // of indented text the indentation alone would fill a phone
    const line = whole.trimStart();
    const indent = whole.length - line.length;
    const within = found
      .map(([from, to]) => [Math.max(0, from - indent), Math.min(to - indent, line.length)] as const)
      .filter(([from, to]) => to - from <= LONGEST)
      .sort((a, b) => a[0] - b[0]);
    // what is longer is told by its beginning
    const html = rangesHtml(within.length > 0 ? line : shortened(line), within, page);
    shown.set(`${start} ${html}`, { at: start, html });
  }
  return [...shown.values()].sort((a, b) => a.at - b.at).map(({ html }) => html);
}

/** `items[1].metadata.uid "22cf…"`: a field of JSON by its path. */
function fieldHtml({ pointer, span }: ProofSource, text: string, bytes: Uint8Array): string | undefined {
  const found = span ? { text: new TextDecoder().decode(bytes.subarray(...span)) } : jsonPart(text, pointer!);
  if ("fault" in found) return undefined;
  const path = pointer!.replaceAll(/\['([^']+)'\]/g, ".$1").replace(/^\$\.?/, "");
  const value = found.text.replaceAll(/\s*\n\s*/g, " ");
  const short = shortened(value);
  return `<span class="cmd-path">${plain(path)}</span> <mark>${plain(short)}</mark>`;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Where in the text the source points to: its bytes, or what its pattern matches. */
function stretchesOf({ span, pointer }: ProofSource, text: string, bytes: Uint8Array): [number, number][] {
  if (span) {
    const before = new TextDecoder().decode(bytes.subarray(0, span[0])).length;
    return [[before, before + new TextDecoder().decode(bytes.subarray(...span)).length]];
  }
  const pattern = patternOf(pointer);
  if (!pattern) return [];
  return [...text.matchAll(pattern)]
    .filter(([match]) => match !== "")
    .map(({ index, 0: match }) => [index, index + match.length]);
}

/** How values that stand on many lines say it: `^veth\d+`, `lines matching ^veth`, `median of ^create (.+)$`. */
function patternOf(pointer: string | undefined): RegExp | undefined {
  const source = pointer?.replace(/^(?:lines matching|median(?: interval)? of) /, "");
  if (!source) return undefined;
  try {
    return new RegExp(source, "gm");
  } catch {
    return undefined; // it names something else, such as a layer
  }
}

/** What an observed value reads as in a sentence: identifiers short, lists as lists. */
export function filterFor(value: Value, isIdentifier: (text: string) => boolean): string {
  if (typeof value === "string") return isIdentifier(value) ? " | short" : "";
  if (!Array.isArray(value)) return "";
  return value.some((one) => typeof one === "string" && isIdentifier(one)) ? " | short" : " | list";
}
