import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The runs of a chapter that its answers stand on: they are kept however many come after them. */
export async function citedRuns(root: string, chapter: string): Promise<Set<string>> {
  const folder = join(root, chapter);
  const cited = new Set<string>();
  if (!existsSync(folder)) return cited;
  const answers = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
  if (answers.length === 0) return cited;
  const { readAnswer } = await import("../../src/model/answer/read.js");
  for (const name of answers) {
    const { json } = readAnswer(new Uint8Array(await readFile(join(folder, name))));
    const run = (json as { run?: unknown } | null | undefined)?.run;
    if (typeof run === "string") cited.add(run);
  }
  return cited;
}
