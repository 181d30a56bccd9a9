import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { sha256Hex } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";

/** One line a run. `prev` is the SHA-256 of the line before (its bytes without the line feed); 64 zeros at first. */
export interface HistoryLine {
  id: string;
  status: RunDocument["status"];
  startedAt: string;
  endedAt: string;
  labDigest: string;
  /** SHA-256 over the canonical JSON of the run document. */
  runDigest: string;
  verdicts: Record<string, number>;
  /** It did not take the place of the run before. */
  beside?: true;
  prev: string;
}

/** The whole history with a line for this run at its end. */
export async function historyLine(
  file: string,
  run: RunDocument,
  runDigest: string,
  beside: boolean,
): Promise<string> {
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  const lines = text.split("\n").filter((line) => line !== "");
  const last = lines.at(-1);
  const verdicts: Record<string, number> = {};
  for (const { verdict } of run.verdicts) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const line: HistoryLine = {
    id: run.id,
    status: run.status,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    labDigest: run.labDigest,
    runDigest,
    verdicts,
    ...(beside && { beside: true as const }),
    prev: last === undefined ? "0".repeat(64) : sha256Hex(new TextEncoder().encode(last)),
  };
  return `${[...lines, JSON.stringify(line)].join("\n")}\n`;
}
