import { mkdir, rm } from "node:fs/promises";
import { digestOf } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { runText } from "../../src/model/run-text.js";
import { parseRun } from "../../src/model/schema.js";
import { ANSWERS } from "../publish/paths.js";
import { addRaw } from "./add-raw.js";
import { citedRuns } from "./cited.js";
import { historyWith } from "./history.js";
import { finishLanding, place } from "./landing.js";
import { withLock } from "./lock.js";
import { pathsOf } from "./paths.js";
import { prune } from "./prune.js";
import { faultsInWords, readRun } from "./read.js";
import { writeWhole } from "./write-whole.js";

export { referenced } from "./add-raw.js";
export { earlierRuns, readAttempt, readRaw, readRun, readRunById } from "./read.js";

export interface Landed {
  file: string;
  /** It stands beside an earlier run, which stays the chapter's evidence. */
  beside: boolean;
}

/** What is done on the way, in order. A crash after any of them leaves the earlier evidence whole. */
export type LandingPoint = "raw" | "staged" | "history" | "placed" | "pruned";

/**
 * Records a run. Raw outputs are added, under their digests, and the document is written beside its place; then the
 * history's new line is what makes it count; it lands by one rename. A landing that a crash cut short after that line is
 * finished by the next one, before it, it is dropped. A run that observed less than the one before (NOT_RUN, ABORTED,
 * PARTIAL after COMPLETE, or a part of the cases) never takes its place.
 * @param options.passed called after each point, for tests
 * @param options.answers where answers are: the runs that they stand on stay
 */
export async function landRun(
  root: string,
  run: RunDocument,
  raw: Map<string, Uint8Array>,
  options: { partial?: boolean; passed?: (point: LandingPoint) => void; answers?: string } = {},
): Promise<Landed> {
  const paths = pathsOf(root, run.chapter);
  const passed = options.passed ?? (() => {});
  const text = runText(run);
  const { faults } = parseRun(JSON.parse(text));
  if (faults) throw new Error(`run ${run.id} is not to its schema: ${faultsInWords(faults)}`);
  await mkdir(paths.raw, { recursive: true });
  return withLock(paths.lock, async () => {
    const cited = await citedRuns(options.answers ?? ANSWERS, run.chapter);
    await finishLanding(root, run.chapter, cited);
    const before = await readRun(root, run.chapter);
    const beside = options.partial === true || (before !== undefined && !mayReplace(before, run));
    // both at once, since most of either is waiting for the disk: nothing counts before the history has its line
    const written = await Promise.allSettled([
      addRaw(paths.raw, run, raw).then(() => passed("raw")),
      writeWhole(paths.landing, text),
    ]);
    const failed = written.find(({ status }) => status === "rejected");
    if (failed) {
      await rm(paths.landing, { force: true });
      throw (failed as PromiseRejectedResult).reason;
    }
    passed("staged");
    await writeWhole(paths.history, await historyWith(paths.history, run, beside));
    passed("history");
    const file = await place(root, run.chapter, beside, cited);
    passed("placed");
    await prune(root, run.chapter);
    passed("pruned");
    return { file, beside };
  });
}

const RANK = { NOT_RUN: 0, ABORTED: 1, PARTIAL: 2, COMPLETE: 3 } as const;

function mayReplace(before: RunDocument, run: RunDocument): boolean {
  if (run.startedAt < before.startedAt && before.status !== "NOT_RUN") return false; // imported from another machine
  if (run.status === "NOT_RUN" || run.status === "ABORTED") return before.status === "NOT_RUN";
  return RANK[run.status] >= RANK[before.status] || sheetOf(before) !== sheetOf(run);
}

/** What a run was asked: the lab without the code that reads the output. */
function sheetOf({ labParts }: RunDocument): string {
  return digestOf(
    Object.fromEntries(Object.entries(labParts).filter(([part]) => !part.startsWith("model/"))),
  );
}
