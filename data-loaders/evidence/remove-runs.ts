import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunDocument } from "../../src/model/run.js";
import { answerFolders } from "../publish/paths.js";
import { citedRuns } from "./cited.js";
import { worthKeeping } from "./keep.js";
import { withLock } from "./lock.js";
import { pathsOf } from "./paths.js";
import { prune } from "./prune.js";
import { earlierRuns, readEarlier, readRun } from "./read.js";

/** The runs beside a chapter's evidence that may go, oldest first. @param answers the folders where answers are */
export async function oldRuns(
  root: string,
  chapter: string,
  answers = answerFolders(),
): Promise<RunDocument[]> {
  const ids = await earlierRuns(root, chapter);
  const read = await Promise.all(ids.map((id) => readEarlier(root, chapter, id)));
  const kept = read.filter((run) => run !== undefined);
  const cited = await Promise.all(answers.map((folder) => citedRuns(folder, chapter)));
  const worth = worthKeeping(kept, await readRun(root, chapter), new Set(cited.flatMap((some) => [...some])));
  return kept.filter(({ id }) => !worth.has(id));
}

/** Removes runs beside the chapter's evidence, then the raw outputs that no run refers to any more. */
export async function removeRuns(root: string, chapter: string, ids: string[]): Promise<void> {
  const { earlier, lock } = pathsOf(root, chapter);
  await withLock(lock, async () => {
    for (const id of ids) await rm(join(earlier, `${id}.json`), { force: true });
    await prune(root, chapter);
  });
}
