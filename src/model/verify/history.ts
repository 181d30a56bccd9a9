import { digestOf, sha256Hex } from "../hash.js";
import type { RunDocument } from "../run.js";
import { FIRST, type HistoryLine, historyLineOf } from "./history-line.js";
import type { Check } from "./types.js";

/**
 * Each line of the history names the hash of the line before, and says of its run what the run says of itself.
 * @param others the chapter's other documents that are at hand: the last line has none after it to vouch for it
 */
export function historyCheck(run: RunDocument, history: string, others: RunDocument[] = []): Check {
  if (history.includes("\r")) return fault("has carriage returns: its line endings were converted");
  const lines = history.split("\n");
  if (lines.pop() !== "") return fault("ends in the middle of its last line");
  const documents = new Map([...others, run].map((document) => [document.id, document]));
  let prev = FIRST;
  for (const [index, line] of lines.entries()) {
    const where = `line ${index + 1}`;
    const entry = parse(line);
    if (!entry) return fault(`${where} is not JSON`);
    if (entry.prev !== prev)
      return fault(`${where} names ${entry.prev} as the line before, which has ${prev}`);
    const document = documents.get(entry.id);
    const wrong = document && faultOf(document, line, entry, prev);
    if (wrong) return fault(`${where} ${wrong}`);
    documents.delete(entry.id);
    prev = sha256Hex(line);
  }
  if (documents.size > 0) return fault(`has no line for run ${[...documents.keys()].join(", ")}`);
  return { id: "history", ok: true, detail: `${lines.length} runs, each line chained to the one before` };
}

function faultOf(run: RunDocument, line: string, entry: HistoryLine, prev: string): string | undefined {
  const digest = digestOf(run);
  if (entry.runDigest !== digest)
    return `says ${entry.runDigest} of run ${run.id}, whose document has the digest ${digest}`;
  const expected = historyLineOf(run, digest, prev, entry.beside === true);
  return line === expected
    ? undefined
    : `says other things of run ${run.id} than its document: expected ${expected}`;
}

function parse(line: string): HistoryLine | undefined {
  try {
    const entry = JSON.parse(line) as HistoryLine | null;
    return typeof entry === "object" && entry !== null ? entry : undefined;
  } catch {
    return undefined; // the caller says which line it is
  }
}

function fault(detail: string): Check {
  return { id: "history", ok: false, detail: `history.jsonl ${detail}`, where: ["history.jsonl"] };
}
