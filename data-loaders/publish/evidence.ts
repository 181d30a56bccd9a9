/** What an answer is checked against, out of the stored evidence. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Evidence } from "../../src/model/answer/check.js";
import type { Raw } from "../../src/model/observe.js";
import type { RunDocument } from "../../src/model/run.js";
import type { HistoryLine } from "../../src/model/verify/history-line.js";
import { pathsOf } from "../evidence/paths.js";
import { earlierRuns, readAttempt, readRun, readRunById } from "../evidence/read.js";
import { loadAll } from "../labs.js";

/** @param run the ID of the run that the answer names */
export async function evidenceFor(root: string, chapter: string, run: string | undefined): Promise<Evidence> {
  const runs = await keptRuns(root, chapter);
  const named = runs.find(({ id }) => id === run);
  const lab = (await loadAll()).find((loaded) => loaded.lab.id === chapter)?.lab;
  return {
    ...(named && { run: named }),
    raw: rawOfChapter(root, chapter),
    begun: await begunRuns(root, chapter),
    others: runs.filter((one) => one !== named),
    exercises: lab?.exercises.map(({ id }) => id) ?? [],
  };
}

export async function keptRuns(root: string, chapter: string): Promise<RunDocument[]> {
  const runs = [await readRun(root, chapter), await readAttempt(root, chapter)];
  for (const id of await earlierRuns(root, chapter)) runs.push(await readRunById(root, chapter, id));
  const byId = new Map(runs.flatMap((run) => (run ? [[run.id, run] as const] : [])));
  return [...byId.values()];
}

/** Every run that the chapter's history knows, kept or not. */
export async function begunRuns(root: string, chapter: string): Promise<{ id: string; startedAt: string }[]> {
  const { history } = pathsOf(root, chapter);
  const lines = existsSync(history) ? readFileSync(history, "utf8").split("\n") : [];
  return lines
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as HistoryLine)
    .map(({ id, startedAt }) => ({ id, startedAt }));
}

export function rawOfChapter(root: string, chapter: string): Raw {
  const { raw } = pathsOf(root, chapter);
  return (sha256) => {
    const file = join(raw, sha256);
    return /^[0-9a-f]{64}$/.test(sha256) && existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  };
}
