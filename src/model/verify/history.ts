import { digestOf, sha256Hex } from "../hash.js";
import type { RunDocument } from "../run.js";
import type { Check } from "./types.js";

/** Each line of the history names the hash of the line before; this run's line names the hash of its document. */
export function historyCheck(run: RunDocument, history: string): Check {
  const lines = history.split("\n");
  if (lines.pop() !== "") return fault("the last line of history.jsonl is cut");
  let prev = "0".repeat(64);
  let mine: { runDigest?: string } | undefined;
  for (const [index, line] of lines.entries()) {
    let entry: { id?: string; prev?: string; runDigest?: string };
    try {
      entry = JSON.parse(line);
    } catch {
      return fault(`line ${index + 1} of history.jsonl is not JSON`);
    }
    if (entry.prev !== prev) {
      return fault(
        `line ${index + 1} of history.jsonl names ${entry.prev} as the line before, which has ${prev}`,
      );
    }
    prev = sha256Hex(new TextEncoder().encode(line));
    if (entry.id === run.id) mine = entry;
  }
  if (!mine) return fault(`history.jsonl has no line for run ${run.id}`);
  const digest = digestOf(run);
  if (mine.runDigest !== digest) {
    return fault(`the run document has the digest ${digest}, its history line says ${mine.runDigest}`);
  }
  return { id: "history", ok: true, detail: `${lines.length} runs, each line chained to the one before` };
}

function fault(detail: string): Check {
  return { id: "history", ok: false, detail, where: ["history.jsonl"] };
}
