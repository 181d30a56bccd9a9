import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "../../src/model/hash.js";
import { type RunDocument, SCHEMA } from "../../src/model/run.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { historyLine } from "./history.js";
import { withLock } from "./lock.js";
import { pathsOf } from "./paths.js";
import { writeWhole } from "./write-whole.js";

export interface Landed {
  file: string;
  /** It stands beside an earlier run, which stays the chapter's evidence. */
  beside: boolean;
}

/** Earlier runs of a chapter that are kept whole, for comparison. */
const KEPT = 4;

/**
 * Records a run. Raw outputs are added first, under their digests; the run document then lands by one rename, so that
 * a crash at any point leaves the earlier evidence whole. A run that observed less than the one before (NOT_RUN, ABORTED,
 * PARTIAL after COMPLETE, or a part of the cases) never takes its place.
 */
export async function landRun(
  root: string,
  run: RunDocument,
  raw: Map<string, Uint8Array>,
  options: { partial?: boolean } = {},
): Promise<Landed> {
  const paths = pathsOf(root, run.chapter);
  await mkdir(paths.raw, { recursive: true });
  return withLock(paths.lock, async () => {
    const before = await readRun(root, run.chapter);
    const beside = options.partial === true || (before !== undefined && !mayReplace(before, run));
    for (const sha256 of referenced(run)) {
      const bytes = raw.get(sha256);
      const target = join(paths.raw, sha256);
      if (existsSync(target)) continue;
      if (!bytes) throw new Error(`run ${run.id} names the output ${sha256}, which it did not keep`);
      await writeWhole(target, bytes);
    }
    const text = `${JSON.stringify(run, null, 1)}\n`;
    await writeWhole(paths.history, await historyLine(paths.history, run, digestOf(run), beside));
    if (beside) {
      await writeWhole(paths.attempt, text);
    } else {
      if (before && before.status !== "NOT_RUN") await keepEarlier(paths.earlier, before);
      await writeWhole(paths.run, text);
      await rm(paths.attempt, { force: true });
    }
    await prune(root, run.chapter);
    return { file: beside ? paths.attempt : paths.run, beside };
  });
}

/** The newest publishable run of a chapter; undefined when there is none. Asserts the schema's version. */
export async function readRun(root: string, chapter: string): Promise<RunDocument | undefined> {
  return readDocument(pathsOf(root, chapter).run);
}

/** The attempt that stands beside it. */
export async function readAttempt(root: string, chapter: string): Promise<RunDocument | undefined> {
  return readDocument(pathsOf(root, chapter).attempt);
}

/** A run of the chapter by its ID, newest or earlier. */
export async function readRunById(
  root: string,
  chapter: string,
  id: string,
): Promise<RunDocument | undefined> {
  const candidates = [await readRun(root, chapter), await readAttempt(root, chapter)];
  return (
    candidates.find((run) => run?.id === id) ??
    readDocument(join(pathsOf(root, chapter).earlier, `${id}.json`))
  );
}

/** IDs of the earlier runs that are kept whole, oldest first. */
export async function earlierRuns(root: string, chapter: string): Promise<string[]> {
  const folder = pathsOf(root, chapter).earlier;
  if (!existsSync(folder)) return [];
  return (await readdir(folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -5))
    .sort();
}

/** One raw output of a chapter; undefined when it is not there. */
export async function readRaw(
  root: string,
  chapter: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const file = join(pathsOf(root, chapter).raw, sha256);
  return existsSync(file) ? readFile(file) : undefined;
}

/** Every digest that a run's steps, those of its cleanup included, refer to. */
export function referenced(run: Pick<RunDocument, "steps" | "cleanup">): Set<string> {
  const steps = [...run.steps, ...run.cleanup.steps];
  return new Set(
    steps.flatMap((step) =>
      [step.stdin, step.stdout, step.stderr].flatMap((output) => (output ? [output.sha256] : [])),
    ),
  );
}

const RANK = { NOT_RUN: 0, ABORTED: 1, PARTIAL: 2, COMPLETE: 3 } as const;

function mayReplace(before: RunDocument, run: RunDocument): boolean {
  if (run.status === "NOT_RUN" || run.status === "ABORTED") return before.status === "NOT_RUN";
  return RANK[run.status] >= RANK[before.status] || before.labDigest !== run.labDigest;
}

async function readDocument(file: string): Promise<RunDocument | undefined> {
  if (!existsSync(file)) return undefined;
  const run = JSON.parse(await readFile(file, "utf8")) as RunDocument;
  if (run.schema !== SCHEMA) {
    throw new LabError("SCHEMA", `${file}: expected schema ${SCHEMA}, got ${run.schema}`, {
      exitCode: exit.verificationFailed,
    });
  }
  return run;
}

async function keepEarlier(folder: string, before: RunDocument): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${before.id}.json`), `${JSON.stringify(before, null, 1)}\n`);
  const kept = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  for (const old of kept.slice(0, -KEPT)) await rm(join(folder, old));
}

/** Removes raw outputs that no kept run refers to, and what a crash left half-written. */
async function prune(root: string, chapter: string): Promise<void> {
  const paths = pathsOf(root, chapter);
  const runs = [await readRun(root, chapter), await readAttempt(root, chapter)];
  for (const id of await earlierRuns(root, chapter)) runs.push(await readRunById(root, chapter, id));
  const wanted = new Set(runs.flatMap((run) => (run ? [...referenced(run)] : [])));
  for (const name of await readdir(paths.raw)) {
    if (!wanted.has(name)) await rm(join(paths.raw, name), { force: true });
  }
}
