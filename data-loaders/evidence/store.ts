import { mkdir, rm } from "node:fs/promises";
import { book } from "../../labs/environment/versions.js";
import { isSameKind } from "../../src/model/compare/version.js";
import type { RunDocument } from "../../src/model/run.js";
import { runText } from "../../src/model/run-text.js";
import { parseRun } from "../../src/model/schema.js";
import { addRaw } from "./add-raw.js";
import { historyWith } from "./history.js";
import { finishLanding, place } from "./landing.js";
import { withLock } from "./lock.js";
import { pathsOf } from "./paths.js";
import { type Book, type Place, placeOf } from "./place.js";
import { prune } from "./prune.js";
import { earlierRuns, faultsInWords, readEarlier, readRun } from "./read.js";
import { writeWhole } from "./write-whole.js";

export { referenced } from "./add-raw.js";
export { earlierRuns, readAttempt, readRaw, readRun, readRunById } from "./read.js";

export interface Landed {
  file: string;
  /** It stands beside another run, which stays the chapter's evidence. */
  beside: boolean;
  /** Why, as half a sentence. */
  because?: string;
}

/** What is done on the way, in order. A crash after any of them leaves the earlier evidence whole. */
export type LandingPoint = "raw" | "staged" | "history" | "placed" | "pruned";

/**
 * Records a run. Raw outputs are added, under their digests, and the document is written beside its place; then the
 * history's new line is what makes it count; it lands by one rename. A landing that a crash cut short after that line is
 * finished by the next one, before it, it is dropped. Where a run goes says `placeOf`; a part of the cases is an attempt.
 * No run is ever removed here.
 * @param options.passed called after each point, for tests
 * @param options.book what the book speaks of; tests have their own
 */
export async function landRun(
  root: string,
  run: RunDocument,
  raw: Map<string, Uint8Array>,
  options: { partial?: boolean; passed?: (point: LandingPoint) => void; book?: Book } = {},
): Promise<Landed> {
  const paths = pathsOf(root, run.chapter);
  const passed = options.passed ?? (() => {});
  const text = runText(run);
  const { faults } = parseRun(JSON.parse(text));
  if (faults) throw new Error(`run ${run.id} is not to its schema: ${faultsInWords(faults)}`);
  await mkdir(paths.raw, { recursive: true });
  return withLock(paths.lock, async () => {
    await finishLanding(root, run.chapter);
    const goes = options.partial ? PART : await placeFor(root, run, options.book ?? book);
    const beside = goes.as !== "evidence";
    const landing = goes.as === "kept" ? paths.landingBeside : paths.landing;
    // both at once, since most of either is waiting for the disk: nothing counts before the history has its line
    const written = await Promise.allSettled([
      addRaw(paths.raw, run, raw).then(() => passed("raw")),
      writeWhole(landing, text),
    ]);
    const failed = written.find(({ status }) => status === "rejected");
    if (failed) {
      await rm(landing, { force: true });
      throw (failed as PromiseRejectedResult).reason;
    }
    passed("staged");
    await writeWhole(paths.history, await historyWith(paths.history, run, beside));
    passed("history");
    const file = await place(root, run.chapter, goes.as);
    passed("placed");
    await prune(root, run.chapter);
    passed("pruned");
    return { file, beside, ...(goes.because && { because: goes.because }) };
  });
}

const PART: Place = { as: "attempt", because: "it is a part of the cases" };

async function placeFor(root: string, run: RunDocument, speaksOf: Book): Promise<Place> {
  const before = await readRun(root, run.chapter);
  // only a run on another kind of system is compared with those beside the evidence
  const isOther = before && !isSameKind(before.environment, run.environment);
  const ids = isOther ? await earlierRuns(root, run.chapter) : [];
  const kept = await Promise.all(ids.map((id) => readEarlier(root, run.chapter, id)));
  return placeOf(
    run,
    before,
    kept.filter((one) => one !== undefined),
    speaksOf,
  );
}
