import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunDocument } from "../../src/model/run.js";
import { lastLine } from "./history.js";
import { pathsOf } from "./paths.js";
import type { Place } from "./place.js";
import { syncFolder, writeWhole } from "./write-whole.js";

/** Moves the run on its way into its place. What stood there before is kept among the runs beside it. */
export async function place(root: string, chapter: string, as: Place["as"]): Promise<string> {
  const paths = pathsOf(root, chapter);
  const from = as === "kept" ? paths.landingBeside : paths.landing;
  const { id } = await documentIn(from);
  const target = { evidence: paths.run, kept: join(paths.earlier, `${id}.json`), attempt: paths.attempt }[as];
  if (as === "kept") await mkdir(paths.earlier, { recursive: true });
  else await retireAttempt(paths.earlier, paths.attempt);
  if (as === "evidence") await keepEarlier(paths.earlier, paths.run);
  await rename(from, target);
  await syncFolder(paths.folder);
  return target;
}

/** Finishes a landing that a crash cut short: once the history has its line the run counts, before it does not. */
export async function finishLanding(root: string, chapter: string): Promise<void> {
  const paths = pathsOf(root, chapter);
  const line = await lastLine(paths.history);
  for (const file of [paths.landing, paths.landingBeside]) {
    if (!existsSync(file)) continue;
    const { id } = await documentIn(file);
    if (line?.id !== id) await rm(file);
    else if (file === paths.landingBeside) await place(root, chapter, "kept");
    else await place(root, chapter, line.beside ? "attempt" : "evidence");
  }
}

/** Copies the chapter's run as it is, byte for byte, unless it observed nothing. */
async function keepEarlier(folder: string, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const bytes = await readFile(file);
  const { id, status } = JSON.parse(bytes.toString("utf8")) as RunDocument;
  if (status === "NOT_RUN") return;
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${id}.json`), bytes);
}

/** An attempt gives way to the next run or attempt. What it observed is kept. */
async function retireAttempt(folder: string, attempt: string): Promise<void> {
  if (!existsSync(attempt)) return;
  await keepEarlier(folder, attempt);
  await rm(attempt);
}

async function documentIn(file: string): Promise<RunDocument> {
  return JSON.parse(await readFile(file, "utf8")) as RunDocument;
}
