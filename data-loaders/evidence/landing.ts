import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunDocument } from "../../src/model/run.js";
import { lastLine } from "./history.js";
import { worthKeeping } from "./keep.js";
import { pathsOf } from "./paths.js";
import { syncFolder, writeWhole } from "./write-whole.js";

/**
 * Moves the run on its way into its place; the run that it replaces is kept among the earlier ones. A run beside is the
 * newest attempt, or, when it began before the chapter's run (it was imported), one of the earlier ones itself.
 * @param cited IDs of the runs that answers stand on: they are kept, an attempt too
 */
export async function place(
  root: string,
  chapter: string,
  beside: boolean,
  cited: ReadonlySet<string>,
): Promise<string> {
  const paths = pathsOf(root, chapter);
  const earlier = beside ? await earlierThan(paths.run, paths.landing) : undefined;
  if (earlier !== undefined) await mkdir(paths.earlier, { recursive: true });
  const target = !beside ? paths.run : earlier ? join(paths.earlier, `${earlier}.json`) : paths.attempt;
  await keepCitedAttempt(paths.earlier, paths.attempt, cited);
  if (!beside) await keepEarlier(paths.earlier, paths.run, await documentIn(paths.landing), cited);
  await rename(paths.landing, target);
  await syncFolder(paths.folder);
  // what was tried before this run is of no interest any more
  if (!beside) await rm(paths.attempt, { force: true });
  return target;
}

/** The ID of the run on its way when it began before the chapter's run and observed something. */
async function earlierThan(newest: string, landing: string): Promise<string | undefined> {
  if (!existsSync(newest)) return undefined;
  const [before, run] = await Promise.all([newest, landing].map(documentIn));
  return run!.status !== "NOT_RUN" && run!.startedAt < before!.startedAt ? run!.id : undefined;
}

/** Finishes a landing that a crash cut short: once the history has its line the run counts, before it does not. */
export async function finishLanding(
  root: string,
  chapter: string,
  cited: ReadonlySet<string>,
): Promise<void> {
  const paths = pathsOf(root, chapter);
  if (!existsSync(paths.landing)) return;
  const run = await documentIn(paths.landing);
  const line = await lastLine(paths.history);
  if (line?.id === run.id) await place(root, chapter, line.beside === true, cited);
  else await rm(paths.landing);
}

/** Copies the chapter's run as it is, byte for byte, unless it observed nothing; then drops those not worth keeping. */
async function keepEarlier(
  folder: string,
  file: string,
  current: RunDocument,
  cited: ReadonlySet<string>,
): Promise<void> {
  if (!existsSync(file)) return;
  const bytes = await readFile(file);
  const run = JSON.parse(bytes.toString("utf8")) as RunDocument;
  if (run.status === "NOT_RUN") return;
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${run.id}.json`), bytes);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const earlier = await Promise.all(names.map((name) => documentIn(join(folder, name))));
  const kept = worthKeeping(earlier, current, cited);
  for (const { id } of earlier) if (!kept.has(id)) await rm(join(folder, `${id}.json`));
}

/** An attempt gives way to the next run or attempt, unless an answer stands on it. */
async function keepCitedAttempt(folder: string, attempt: string, cited: ReadonlySet<string>): Promise<void> {
  if (!existsSync(attempt)) return;
  const bytes = await readFile(attempt);
  const { id } = JSON.parse(bytes.toString("utf8")) as RunDocument;
  if (!cited.has(id)) return;
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${id}.json`), bytes);
}

async function documentIn(file: string): Promise<RunDocument> {
  return JSON.parse(await readFile(file, "utf8")) as RunDocument;
}
