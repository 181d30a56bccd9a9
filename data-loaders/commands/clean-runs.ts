import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { versionOf } from "../../src/model/compare/version.js";
import type { RunDocument } from "../../src/model/run.js";
import { EVIDENCE } from "../evidence/paths.js";
import { oldRuns, removeRuns } from "../evidence/remove-runs.js";
import { exit } from "../exit-codes.js";
import { folderOf } from "../labs.js";
import type { Session } from "../session.js";

/**
 * Lists the runs that nothing stands on and that tell nothing which a kept one does not, asks, and removes them. Nothing
 * else removes evidence. With --json the list is printed, and removed after the same question.
 */
export async function cleanRuns(
  chapters: string[],
  session: Pick<Session, "print" | "ask" | "options">,
  root = EVIDENCE,
): Promise<number> {
  for (const chapter of chapters) folderOf(chapter);
  const found = await Promise.all(
    (chapters.length > 0 ? chapters : await recorded(root)).map((one) => oldRuns(root, one)),
  );
  const old = found.flat();
  session.print(
    session.options.json
      ? JSON.stringify(old.map(({ id, chapter, startedAt }) => ({ id, chapter, startedAt })))
      : old.length === 0
        ? "no run is old: the newest five of each chapter, the newest of each version and those that answers stand on are kept"
        : old.map(line).join("\n"),
  );
  if (old.length === 0) return exit.done;
  if (!(await session.ask(`Remove these ${old.length} runs, with the raw outputs that no other run has?`)))
    return exit.done;
  for (const chapter of new Set(old.map((run) => run.chapter)))
    await removeRuns(
      root,
      chapter,
      old.filter((run) => run.chapter === chapter).map(({ id }) => id),
    );
  if (!session.options.json) session.print(`removed ${old.length} runs; the history keeps a line of each`);
  return exit.done;
}

async function recorded(root: string): Promise<string[]> {
  if (!existsSync(root)) return [];
  return (await readdir(root)).filter((name) => existsSync(join(root, name, "runs"))).sort();
}

function line({ id, status, environment, verdicts }: RunDocument): string {
  const { kubernetes, kernel } = versionOf(environment);
  const place = kubernetes ? `Kubernetes ${kubernetes}` : `Linux ${kernel}`;
  return `${id}  ${status}  ${place}  ${verdicts.length} predictions`;
}
