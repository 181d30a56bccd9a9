/** The raw outputs that a chain is read from: two API answers, one batched node output, one batched VM output. */
import {
  findSection,
  parseSections,
  type Section,
  type Sections,
  sectionPointer,
} from "../extract/section.js";
import type { Source, StepRecord } from "../run.js";
import { type Broken, broken, type Fact, isBroken } from "./facts.js";
import { type JsonNode, parseJson } from "./json.js";

/** A step's record and its stored stdout. */
export interface StepOutput {
  record: StepRecord;
  stdout: Uint8Array;
}

/** A JSON document or section; its nodes become facts. */
export interface Json {
  root: JsonNode;
  source(node: JsonNode): Source;
}

/** The text of a section or output; `match` gives group 1 (or the whole match) with its bytes. */
export interface Text {
  match(pattern: RegExp): Fact<string> | undefined;
  matchAll(pattern: RegExp): { groups: (string | undefined)[]; fact: Fact<string> }[];
  whole(): Fact<string>;
}

const OPENED = new WeakMap<StepOutput, Batch>();

/** A batched output. Every reader gives the reason when a section is missing, failed or cannot be read. */
export class Batch {
  private readonly cache = new Map<string, Json | Broken>();
  private known: string[] | undefined;
  private readonly texts = new Map<string, Text | Broken>();
  private constructor(
    readonly step: string,
    readonly argv: string[],
    private readonly bytes: Uint8Array,
    private readonly parsed: Sections | Broken,
  ) {}

  static open(step: StepOutput | undefined, what: string): Batch {
    if (!step) return new Batch("", [], new Uint8Array(), broken("step-failed", `${what} was not collected`));
    // Many chains are read from one output: it is taken apart once.
    const known = OPENED.get(step);
    if (known) return known;
    const { record, stdout } = step;
    const batch = new Batch(record.id, record.argv, stdout, readFrame(step, what));
    OPENED.set(step, batch);
    return batch;
  }

  /** Why nothing in this output counts; undefined when it is whole. */
  get fault(): Broken | undefined {
    return isBroken(this.parsed) ? this.parsed : undefined;
  }

  names(): string[] {
    this.known ??= isBroken(this.parsed) ? [] : this.parsed.sections.map((section) => section.name);
    return this.known;
  }

  /** The exit code behind a section; undefined when the section is missing. */
  exit(name: string): number | null | undefined {
    return isBroken(this.parsed) ? undefined : findSection(this.parsed, name)?.exit;
  }

  json(name: string): Json | Broken {
    const known = this.cache.get(name);
    if (known) return known;
    const section = this.section(name);
    const result = isBroken(section) ? section : readJson(this.bytes, section, this.step, name);
    this.cache.set(name, result);
    return result;
  }

  text(name: string): Text | Broken {
    const known = this.texts.get(name);
    if (known) return known;
    const section = this.section(name);
    const { bytes, step } = this;
    const result = isBroken(section)
      ? section
      : textOf(bytes, section.start, section.end, step, sectionPointer(name));
    this.texts.set(name, result);
    return result;
  }

  section(name: string): Section | Broken {
    if (isBroken(this.parsed)) return this.parsed;
    const section = findSection(this.parsed, name);
    if (!section) return broken("step-failed", `the output of step ${this.step} has no section ${name}`);
    if (section.exit === 0) return section;
    const told = findSection(this.parsed, `${name}/stderr`);
    const tail = told ? `: ${lastLine(this.bytes.subarray(told.start, told.end))}` : "";
    return broken(
      "step-failed",
      `section ${name} of step ${this.step}: expected exit 0, got ${section.exit}${tail}`,
    );
  }
}

/** The JSON answer of an API step; a Status object is no answer. */
export function apiAnswer(step: StepOutput | undefined, what: string): Json | Broken {
  if (!step) return broken("step-failed", `${what} was not collected`);
  const { record, stdout } = step;
  let root: JsonNode;
  try {
    root = parseJson(stdout);
  } catch (error) {
    const reason = record.reason ?? (error as Error).message;
    return broken("step-failed", `${what} (step ${record.id}): ${reason}`);
  }
  const answer = root.value as Record<string, unknown>;
  if (answer.kind === "Status") {
    const text = `${what} (step ${record.id}): the API server answered ${answer.code ?? "?"} ${answer.message ?? ""}`;
    return broken(answer.code === 404 ? "absent" : "step-failed", text.trim());
  }
  if (record.status !== "OK")
    return broken("step-failed", `${what} (step ${record.id}): ${record.reason ?? record.status}`);
  return { root, source: sourceOf(record.id) };
}

function readFrame({ record, stdout }: StepOutput, what: string): Sections | Broken {
  const told = record.reason ? `: ${record.reason}` : "";
  const parsed = parseSections(stdout);
  if (!parsed)
    return broken("step-failed", `${what} (step ${record.id}, ${record.status}) printed no sections${told}`);
  const given = record.argv[record.argv.indexOf("labbook-collect") + 1];
  if (parsed.boundary !== given) {
    return broken(
      "step-failed",
      `${what} (step ${record.id}): expected the boundary ${given}, got ${parsed.boundary}`,
    );
  }
  if (!parsed.complete) {
    return broken(
      "step-failed",
      `${what} (step ${record.id}): transport ended early, the end marker is missing${told}`,
    );
  }
  return parsed;
}

function readJson(bytes: Uint8Array, section: Section, step: string, name: string): Json | Broken {
  try {
    return { root: parseJson(bytes, section.start, section.end), source: sourceOf(step, name) };
  } catch (error) {
    return broken("step-failed", `section ${name} of step ${step} is ${(error as Error).message}`);
  }
}

function sourceOf(step: string, section?: string): (node: JsonNode) => Source {
  return (node) => ({
    step,
    stream: "stdout",
    span: node.span,
    pointer: section === undefined ? node.pointer : sectionPointer(section, node.pointer),
  });
}

function textOf(bytes: Uint8Array, start: number, end: number, step: string, pointer: string): Text {
  // One character a byte, so that offsets of matches are byte offsets.
  const text = latin1(bytes.subarray(start, end));
  const fact = (from: number, to: number): Fact<string> => ({
    value: new TextDecoder().decode(bytes.subarray(start + from, start + to)),
    source: { step, stream: "stdout", span: [start + from, start + to], pointer },
  });
  const found = (match: RegExpExecArray) => fact(...(match.indices![1] ?? match.indices![0]!));
  return {
    match(pattern) {
      const match = new RegExp(pattern.source, `${pattern.flags.replace(/[gd]/g, "")}d`).exec(text);
      return match ? found(match) : undefined;
    },
    matchAll(pattern) {
      const flags = `${pattern.flags.replace(/[gd]/g, "")}gd`;
      return [...text.matchAll(new RegExp(pattern.source, flags))].map((match) => ({
        groups: [...match],
        fact: found(match),
      }));
    },
    whole: () => fact(0, text.trimEnd().length),
  };
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

function lastLine(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim().split("\n").at(-1) ?? "";
}
