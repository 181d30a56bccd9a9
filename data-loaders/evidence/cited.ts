import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readAnswer } from "../../src/model/answer/read.js";

/** The runs of a chapter that its answers stand on: they are kept however many come after them. */
export async function citedRuns(answers: string, chapter: string): Promise<Set<string>> {
  const folder = join(answers, chapter);
  const cited = new Set<string>();
  if (!existsSync(folder)) return cited;
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(".yaml"))) {
    const { json } = readAnswer(new Uint8Array(await readFile(join(folder, name))));
    const run = (json as { run?: unknown } | null | undefined)?.run;
    if (typeof run === "string") cited.add(run);
  }
  return cited;
}
