/** ```` ```step id ````: a command as a person types it, and what it printed. */
import { z } from "zod";
import { formatCount, formatDuration } from "../src/components/format.js";
import type { Output, StepRecord } from "../src/model/run.js";
import { within } from "./book.js";
import { typed } from "./command.js";
import { faultBox, plain, tag } from "./html.js";
import { inlineText } from "./inline.js";
import { lookUp } from "./lookup.js";
import { lineHtml } from "./marked.js";
import { readOptions } from "./options.js";
import { columnsOf, jsonColumns, jsonPart, linesOf, readable, spread } from "./output.js";
import { stepPlace } from "./place.js";
import { fault, type Page } from "./types.js";
import { words } from "./words.js";

const texts = z.union([z.string(), z.array(z.string())]);

const schema = z.strictObject({
  /** Which lines: `3` the first three, `2-5`, `-3` the last three, `1, 4-6`. */
  lines: z.union([z.string(), z.number()]).optional(),
  /** Only lines that match one of these regular expressions. */
  match: texts.optional(),
  /** What is marked: text, `/a regular expression/`, or the name of an observation that was read from this step. */
  mark: texts.optional(),
  /** Columns of a table by their headings; of JSON, heading: JSONPath within each item of `rows`. */
  columns: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.string())]).optional(),
  /** JSONPath of the items that are rows. */
  rows: z.string().default("$.items[*]"),
  /** JSONPath: only that part of the JSON. */
  json: z.string().optional(),
  caption: z.string().optional(),
  stream: z.enum(["stdout", "stderr", "stdin", "none"]).optional(),
  stdout: z.boolean().optional(),
  stderr: z.boolean().optional(),
  /** Everything at once, however long. */
  whole: z.boolean().optional(),
  /** What the step was given, such as a manifest, folded under it. */
  input: z.boolean().optional(),
});

type Options = z.infer<typeof schema>;

/** Lines that are shown before the rest is folded. */
const LINES = 14;
/** A longer rest is not in the page; the record has it. In characters. */
const LONGEST_REST = 6_000;

export function renderStep(named: string, source: string, onPage: Page, line: number): string {
  const found = within(named, onPage);
  if ("fault" in found) return faultBox(fault(onPage, line, `step ${found.fault}`));
  const { part: page, name: id } = found;
  const { run, lab, lang } = page.chapter;
  const t = words[lang];
  const read = readOptions(source, schema);
  if (read.faults) {
    for (const one of read.faults) fault(page, line + 1 + one.line, `step ${id}: ${one.message}`);
    return faultBox(read.faults.map(({ message }) => message).join("; "));
  }
  page.cited.steps.add(id);
  const step = run && [...run.steps, ...run.cleanup.steps].find((one) => one.id === id);
  if (!step) {
    if (!lab?.steps.has(id))
      return faultBox(fault(page, line, `step ${id}: neither the run nor the lab has such a step`));
    return notRun(`○ NOT_RUN ${id}: ${run ? t.notInRun : t.noRun}`);
  }
  const anchor = page.anchored.has(`step ${id}`) ? undefined : `shows-${page.scope ?? ""}${id}`;
  page.anchored.add(`step ${id}`);
  const parts = [commandHtml(step, page)];
  if (step.status === "NOT_RUN" || step.status === "BLOCKED")
    parts.push(tag("p", { class: "cmd-reason" }, plain(`○ ${step.status} ${step.reason ?? ""}`)));
  const output = outputHtml(step, read.options, page, line);
  if ("fault" in output) return faultBox(fault(page, line, `step ${id}: ${output.fault}`));
  parts.push(output.html);
  if (read.options.input) parts.push(inputHtml(step, page));
  if (read.options.caption) parts.push(tag("figcaption", {}, inlineText(read.options.caption, page, line)));
  return tag("figure", { class: "cmd", id: anchor, "data-step": id }, parts.join("\n"));
}

function notRun(text: string): string {
  return tag("figure", { class: "cmd cmd-missing" }, tag("p", { class: "cmd-reason" }, plain(text)));
}

/** The command as it is typed, with its outcome. */
export function commandHtml(step: StepRecord, page: Page): string {
  const t = words[page.chapter.lang];
  const { text, whole, script } = typed(step.argv);
  const [sign, fact] = outcome(step, page);
  const facts = tag(
    "a",
    {
      class: "cmd-fact",
      ...stepPlace(page.chapter, step.id),
      title: `${page.chapter.older ? "" : `${t.toRecord}: `}${step.title[page.chapter.lang]}`,
    },
    `<span class="cmd-sign">${sign}</span> ${plain(fact)}`,
  );
  const exact = script
    ? tag(
        "details",
        { class: "cmd-exact" },
        `${tag("summary", {}, plain(t.exactly))}<pre>${plain(whole)}</pre>`,
      )
    : "";
  return `<div class="cmd-line"><code class="cmd-typed"${script || whole === text ? "" : ` title="${plain(`${t.exactly} ${whole}`)}" data-exact="${plain(whole)}"`}><span class="prompt" aria-hidden="true">$ </span>${plain(text)}</code>${facts}</div>${exact}`;
}

function outcome(step: StepRecord, page: Page): [string, string] {
  const t = words[page.chapter.lang];
  const took = step.durationMs === undefined ? "" : formatDuration(step.durationMs);
  const sign =
    step.status === "OK" ? "✓" : step.status === "NOT_RUN" || step.status === "BLOCKED" ? "○" : "✗";
  const how = step.signal ? t.signal(step.signal) : step.exitCode ? t.exit(step.exitCode) : "";
  const status = step.status === "OK" ? (how ? `(${t.expected})` : "") : step.status;
  return [sign, [how, status, took].filter(Boolean).join(" ")];
}

function outputHtml(
  step: StepRecord,
  options: Options,
  page: Page,
  line: number,
): { html: string } | { fault: string } {
  const stream = options.stream ?? (options.stderr && !options.stdout ? "stderr" : streamOf(step));
  if (stream === "none") return { html: "" };
  const stored = step[stream];
  if (!stored || stored.bytes === 0) return { html: "" };
  const bytes = page.chapter.bytes(stored.sha256);
  if (!bytes) return { fault: `the stored bytes ${stored.sha256.slice(0, 12)}… are not there` };
  const text = partOf(readable(bytes), options);
  if ("fault" in text) return text;
  const lines = text.text.split("\n");
  const marks = marksOf(options, text.text, page);
  if ("fault" in marks) return marks;
  const chosen = chosenLines(lines, options);
  if ("fault" in chosen) return chosen;
  if (chosen.lines.length === 0) {
    fault(page, line, `step ${step.id}: no line of the output matches`);
    return { html: faultBox("no line matches") };
  }
  return { html: pre(lines, chosen.lines, marks.marks, stored, step, options, page) };
}

function streamOf(step: StepRecord): "stdout" | "stderr" {
  return (step.stdout?.bytes ?? 0) === 0 && (step.stderr?.bytes ?? 0) > 0 ? "stderr" : "stdout";
}

function partOf(text: string, { columns, rows, json, match }: Options): { text: string } | { fault: string } {
  if (json) return jsonPart(text, json);
  if (typeof columns === "object" && !Array.isArray(columns)) return jsonColumns(text, rows, columns);
  if (columns)
    return columnsOf(
      text,
      listOf(columns).map((name) => name.trim()),
    );
  return { text: match ? text : spread(text) };
}

function chosenLines(
  lines: string[],
  { lines: spec, match }: Options,
): { lines: number[] } | { fault: string } {
  const all = lines.map((_, index) => index);
  const patterns = match === undefined ? [] : (Array.isArray(match) ? match : [match]).map(patternOf);
  const wrong = patterns.find((one) => "fault" in one);
  if (wrong && "fault" in wrong) return wrong;
  const matching =
    patterns.length === 0
      ? all
      : all.filter((index) =>
          patterns.some((one) => "pattern" in one && lines[index]!.search(one.pattern) >= 0),
        );
  if (spec === undefined) return { lines: matching };
  const wanted = linesOf(spec, matching.length);
  if (!wanted) return { fault: `lines: ${spec} is neither a number nor a range` };
  return { lines: wanted.map((index) => matching[index]!) };
}

/** What is marked must be there: a mark that finds nothing is a fault. */
function marksOf(
  { mark, match }: Options,
  text: string,
  page: Page,
): { marks: RegExp[] } | { fault: string } {
  const marks: RegExp[] = [];
  for (const one of mark === undefined ? [] : Array.isArray(mark) ? mark : [mark]) {
    const looked = /^[\w./-]+$/.test(one) && !text.includes(one) ? lookUp(one, page.chapter) : undefined;
    const literal = looked && "value" in looked ? String(looked.value) : undefined;
    const made =
      literal !== undefined
        ? { pattern: literally(literal) }
        : /^\/.+\/$/.test(one)
          ? patternOf(one.slice(1, -1))
          : { pattern: literally(one) };
    if ("fault" in made) return made;
    if (text.search(made.pattern) < 0) {
      if (looked && "missing" in looked) continue;
      return { fault: `mark: the output has no ${one}` };
    }
    marks.push(made.pattern);
  }
  // of a line too long to be shown, the surroundings of what was looked for are
  if (marks.length === 0 && match !== undefined)
    for (const one of Array.isArray(match) ? match : [match]) {
      const made = patternOf(one);
      if ("pattern" in made && text.split("\n").some((line) => line.length > 220)) marks.push(made.pattern);
    }
  return { marks };
}

function patternOf(source: string): { pattern: RegExp } | { fault: string } {
  try {
    return { pattern: new RegExp(source, "g") };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g");
}

function listOf(value: string | string[]): string[] {
  return Array.isArray(value) ? value : value.split(",");
}

function pre(
  lines: string[],
  chosen: number[],
  marks: RegExp[],
  stored: Output,
  step: StepRecord,
  options: Options,
  page: Page,
): string {
  const t = words[page.chapter.lang];
  const limit =
    options.whole || options.lines !== undefined
      ? chosen.length
      : chosen.length <= LINES + 2
        ? chosen.length
        : LINES;
  const html = withGaps(chosen.slice(0, limit), lines, marks, page);
  const rest = chosen.slice(limit).map((index) => lines[index]!);
  const left = lines.length - chosen.length;
  const output = `<pre class="cmd-out" tabindex="0">${html}</pre>`;
  if (rest.length > 0 && rest.join("\n").length <= LONGEST_REST)
    return `${output}${tag("details", { class: "cmd-rest" }, `${tag("summary", {}, plain(t.moreLines(rest.length)))}<pre class="cmd-out" tabindex="0">${rest.map((one) => lineHtml(one, marks, page)).join("\n")}</pre>`)}`;
  const hidden = rest.length + left;
  const partial = hidden > 0 || options.json || options.columns;
  if (!partial) return output;
  const note =
    hidden > 0 && !options.columns && !options.json ? t.part(lines.length - hidden, lines.length) : "";
  const link = tag(
    "a",
    { ...stepPlace(page.chapter, step.id) },
    plain(t.wholeOnRecord(`${formatCount(stored.truncatedFrom ?? stored.bytes)} ${t.units.bytes}`)),
  );
  return `${output}<p class="cmd-note">${[plain(note), link].filter(Boolean).join("; ")}</p>`;
}

/** Lines that were left out between others are a sign. */
function withGaps(chosen: number[], lines: string[], marks: RegExp[], page: Page): string {
  return chosen
    .map((index, place) => {
      const before = place === 0 ? index > 0 : chosen[place - 1] !== index - 1;
      return `${before && place > 0 ? '<span class="gap">⋮</span>\n' : ""}${lineHtml(lines[index]!, marks, page)}`;
    })
    .join("\n");
}

function inputHtml(step: StepRecord, page: Page): string {
  const t = words[page.chapter.lang];
  const bytes = step.stdin && page.chapter.bytes(step.stdin.sha256);
  if (!bytes) return "";
  return tag(
    "details",
    { class: "cmd-rest" },
    `${tag("summary", {}, plain(step.kind === "apply" ? t.manifest : t.input))}<pre class="cmd-out" tabindex="0">${plain(readable(bytes))}</pre>`,
  );
}
