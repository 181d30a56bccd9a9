import { observe, type Raw } from "../observe.js";
import { judge } from "../predictions/judge.js";
import type { RunDocument } from "../run.js";
import { runText } from "../run-text.js";
import { firstDifference } from "./difference.js";
import { digestChecks } from "./digests.js";
import { readDocument } from "./document.js";
import { historyCheck } from "./history.js";
import { sealCheck } from "./seal.js";
import { statusCheck } from "./statuses.js";
import type { Check, Report } from "./types.js";

export interface Verifiable {
  /** A run, or the bytes of its stored document: then their spelling is checked too. */
  run: RunDocument | Uint8Array;
  raw: Raw;
  /** The whole history.jsonl; absent when the run came without it. */
  history?: string;
  /** The chapter's other documents: they vouch for their lines of the history. */
  others?: RunDocument[];
  /** The lab's parts as they are now, so that changed code can be told from changed bytes. */
  currentParts?: Record<string, string>;
}

/** From raw bytes up: digests, history, seal, every observation extracted again, every prediction judged again. */
export function verifyRun({ run: given, raw, history, others, currentParts }: Verifiable): Report {
  const read = readDocument(given instanceof Uint8Array ? given : new TextEncoder().encode(runText(given)));
  if (!("run" in read)) {
    const { id = "?", chapter = "?" } = given instanceof Uint8Array ? {} : given;
    return { run: id, chapter, ok: false, checks: read.checks };
  }
  const { run } = read;
  const digests = digestChecks(run, raw);
  const seen = observe(run, raw);
  const code = readingCode(run, currentParts);
  const checks: Check[] = [
    ...read.checks,
    digests,
    ...(history === undefined ? [] : [historyCheck(run, history, others)]),
    sealCheck(run),
    statusCheck(run),
    again(
      "extraction",
      "observations, chains and timelines",
      plain(seen),
      plain(recorded(run)),
      digests.ok,
      code,
    ),
    again(
      "verdicts",
      "verdicts",
      plain(judge(run.predictions, { ...seen, steps: run.steps, environment: run.environment })),
      plain(run.verdicts),
      digests.ok,
      code,
    ),
  ];
  return report(run, checks);
}

function recorded({ observations, chains, timelines }: RunDocument) {
  return { observations, chains, timelines };
}

/** What comes out now against what was recorded; which of bytes and code changed is said where it can be told. */
function again(
  id: Check["id"],
  what: string,
  now: unknown,
  then: unknown,
  bytesHold: boolean,
  code: ReadingCode,
): Check {
  const difference = firstDifference(now, then);
  if (!difference) return { id, ok: true, detail: `${what} come out of the raw bytes as they were recorded` };
  const cause = !bytesHold
    ? "the bytes changed"
    : code.changed.length > 0
      ? `the code that reads them changed (${code.changed.join(", ")})`
      : code.known
        ? "the recorded values were changed: the code that reads them is the same"
        : "the recorded values were changed, or the code that reads them was";
  const detail = `${what} differ at ${difference.path}: recorded ${difference.right}, now ${difference.left}; ${cause}`;
  return { id, ok: false, detail, where: [difference.path] };
}

/** What is known of the code that read the run's bytes, beside today's. */
interface ReadingCode {
  /** Parts that were recorded and are others today. */
  changed: string[];
  /** Every part that reads today was recorded then, so that nothing else can have changed. */
  known: boolean;
}

function readingCode(run: RunDocument, current: Record<string, string> | undefined): ReadingCode {
  if (!current) return { changed: [], known: false };
  const reads = (part: string) => part.startsWith("model/");
  return {
    changed: Object.keys(run.labParts).filter((part) => reads(part) && current[part] !== run.labParts[part]),
    known: Object.keys(current).every((part) => !reads(part) || part in run.labParts),
  };
}

/** As JSON keeps it: no undefined fields. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function report(run: RunDocument, checks: Check[]): Report {
  return { run: run.id, chapter: run.chapter, ok: checks.every((check) => check.ok), checks };
}
