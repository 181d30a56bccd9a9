/**
 * `npm run notebooks`: looks over all notebooks and the contents page (`index`), or those that are named; ends with 1 when anything is wrong.
 * `--follow CHAPTER…` says that these Chinese pages follow the English text as it is now.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Series } from "../../labs/series.js";
import { importSource } from "../sources.js";
import { readPage } from "./chapters.js";
import { checkNotebooks, HOME, textDigest, writtenPath } from "./check.js";

const { values, positionals } = parseArgs({
  options: { follow: { type: "boolean" }, check: { type: "boolean" } },
  allowPositionals: true,
});
const project = process.cwd();
const { series } = await importSource<{ series: Series[] }>(project, "labs/series.ts");
const all = [...series.flatMap(({ chapters }) => chapters.map(({ id }) => id)), HOME];
const unknown = positionals.filter((id) => !all.includes(id));
if (unknown.length > 0) {
  say(`there is no page ${unknown.join(", ")}; there are ${all.join(", ")}`);
  process.exit(2);
}
const chapters = positionals.length > 0 ? positionals : all;
if (values.follow) for (const id of chapters) await follow(id);

const { faults, notebooks, unmet, lagging } = await checkNotebooks(project, chapters);
for (const { file, line, message } of faults) say(`${file}:${line}: ${message}`);
for (const line of lagging) say(line);
for (const { file, sentences } of unmet)
  for (const { line, predictions } of sentences)
    say(`${file}:${line}: does not stand in the recorded run: ${predictions.join(", ")} (the page says so)`);
say(`${notebooks} notebook(s), ${faults.length} fault(s), ${lagging.length} lagging`);
if (faults.length + lagging.length > 0) process.exitCode = 1;

/** Writes `follows:` into the Chinese page's front matter. */
async function follow(id: string): Promise<void> {
  const [en, zh] = (["en", "zh"] as const).map((lang) => join(project, writtenPath(id, lang)));
  if (!existsSync(en!) || !existsSync(zh!)) return;
  const { lab, book } = readPage(zh!);
  if (lab !== id && book === undefined) return;
  const text = await readFile(zh!, "utf8");
  const line = `follows: ${JSON.stringify(textDigest(readPage(en!)))}`;
  const next = /^follows:.*$/m.test(text)
    ? text.replace(/^follows:.*$/m, line)
    : text.replace(/^((?:lab|book):.*)$/m, `$1\n${line}`);
  if (next !== text) await writeFile(zh!, next);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
