import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { referenced } from "./add-raw.js";
import { pathsOf } from "./paths.js";
import { earlierRuns, readAttempt, readEarlier, readRun } from "./read.js";
import { NEW } from "./write-whole.js";

/** Removes raw outputs that no kept run refers to, and what a crash left half-written. Needs the chapter's lock. */
export async function prune(root: string, chapter: string): Promise<void> {
  const paths = pathsOf(root, chapter);
  const earlier = (await earlierRuns(root, chapter)).map((id) => readEarlier(root, chapter, id));
  const runs = await Promise.all([readRun(root, chapter), readAttempt(root, chapter), ...earlier]);
  const wanted = new Set(runs.flatMap((run) => (run ? [...referenced(run)] : [])));
  for (const name of await readdir(paths.raw)) {
    if (!wanted.has(name)) await rm(join(paths.raw, name), { force: true });
  }
  for (const folder of [paths.folder, paths.earlier]) {
    if (!existsSync(folder)) continue;
    for (const name of await readdir(folder))
      if (NEW.test(name)) await rm(join(folder, name), { force: true });
  }
}
