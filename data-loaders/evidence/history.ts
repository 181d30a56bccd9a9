import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { digestOf, sha256Hex } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { FIRST, type HistoryLine, historyLineOf } from "../../src/model/verify/history-line.js";

/** The whole history with a line for this run at its end. */
export async function historyWith(file: string, run: RunDocument, beside: boolean): Promise<string> {
  const lines = await linesOf(file);
  const last = lines.at(-1);
  const line = historyLineOf(run, digestOf(run), last === undefined ? FIRST : sha256Hex(last), beside);
  return `${[...lines, line].join("\n")}\n`;
}

/** The newest line; undefined when there is no history yet. */
export async function lastLine(file: string): Promise<HistoryLine | undefined> {
  const line = (await linesOf(file)).at(-1);
  return line === undefined ? undefined : (JSON.parse(line) as HistoryLine);
}

async function linesOf(file: string): Promise<string[]> {
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  return text.split("\n").filter((line) => line !== "");
}
