/**
 * Reading that may be given up. A run document says how its outputs are read, regular expressions included, and one that was
 * made for it keeps a check busy for ever.
 */
import { Script } from "node:vm";
import { verifyWholeFiles } from "../../src/model/attest/bundle.js";
import { type Trust, verifyPublished } from "../../src/model/attest/verify.js";
import type { Files } from "../../src/model/bundle/archive.js";
import { rawOf } from "../../src/model/bundle/bundle.js";
import { BUNDLE_FILES } from "../../src/model/bundle/names.js";
import { observeStep, type Raw } from "../../src/model/observe.js";
import type { RunDocument } from "../../src/model/run.js";
import { readDocument } from "../../src/model/verify/document.js";
import { type Verifiable, verifyRun } from "../../src/model/verify/index.js";
import type { Report } from "../../src/model/verify/types.js";

/** In milliseconds; the largest recorded runs take a few seconds. */
export const LONGEST_MS = 120_000;

/** Long enough for any pattern that is meant to be read with, in milliseconds. */
const ONE_READING_MS = 2000;

/** `verifyWholeFiles`, or a report that says that it was given up. */
export async function verifyFilesInTime(files: Files, trust?: Trust, limitMs = LONGEST_MS): Promise<Report> {
  return (
    inTime(() => verifyWholeFiles(files, trust), limitMs) ??
    givenUp(files.get(BUNDLE_FILES.run), rawOf(files), limitMs)
  );
}

/** `verifyPublished`, or a report that says that it was given up. */
export async function verifyPublishedInTime(
  files: Files,
  trust?: Trust,
  limitMs = LONGEST_MS,
): Promise<Report> {
  return (
    inTime(() => verifyPublished(files, trust), limitMs) ??
    givenUp(files.get(BUNDLE_FILES.run), rawOf(files), limitMs)
  );
}

/** `verifyRun`, or a report that says that it was given up. */
export function verifyRunInTime(given: Verifiable & { run: Uint8Array }, limitMs = LONGEST_MS): Report {
  return inTime(() => verifyRun(given), limitMs) ?? givenUp(given.run, given.raw, limitMs);
}

/**
 * What the task gives, or undefined when it was ended because it took longer. Only what it does before it first awaits
 * is limited: everything that depends on what a document says is done by then.
 */
export function inTime<T>(task: () => T, limitMs: number): T | undefined {
  try {
    return new Script("task()").runInNewContext({ task }, { timeout: limitMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}

function givenUp(document: Uint8Array | undefined, raw: Raw, limitMs: number): Report {
  const read = readDocument(document ?? new Uint8Array());
  const run = "run" in read ? read.run : undefined;
  const slow = run && slowReading(run, raw);
  const why = slow
    ? `${slow} does not come to an end on its output`
    : "the run document says how outputs are read, and some reading does not come to an end";
  return {
    run: run?.id ?? "?",
    chapter: run?.chapter ?? "?",
    ok: false,
    checks: [
      {
        id: "extraction",
        ok: false,
        detail: `was given up after ${limitMs / 1000} s: ${why}; do not trust this run, ask where it comes from`,
        ...(slow && { where: [slow] }),
      },
    ],
  };
}

/** The first reading that takes far too long by itself, by its field. */
function slowReading({ recipes, steps }: RunDocument, raw: Raw): string | undefined {
  for (const [name, recipe] of Object.entries(recipes)) {
    if (recipe.from !== "step") continue;
    if (!inTime(() => observeStep(recipe, steps, raw), ONE_READING_MS)) return `recipes.${name}`;
  }
  return undefined;
}
