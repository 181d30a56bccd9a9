import { readFileSync, rmSync } from "node:fs";
import type { Undo } from "../../labs/vocabulary/lab.js";
import { type JournalHead, type JournalLine, journalFiles } from "./journal.js";

export interface Unfinished {
  file: string;
  head: JournalHead;
  pending: { id: string; undo: Undo }[];
}

/** Journals on disk, oldest first: of runs that are over, were killed, or are going on. */
export function unfinished(root = "."): Unfinished[] {
  return journalFiles(root)
    .map(read)
    .filter((journal) => journal !== undefined);
}

function read(file: string): Unfinished | undefined {
  const lines: JournalLine[] = [];
  for (const text of readFileSync(file, "utf8").split("\n")) {
    if (text === "") continue;
    try {
      lines.push(JSON.parse(text));
    } catch {
      break; // the last line of a killed process may be cut; its step had not acted yet
    }
  }
  const first = lines[0];
  if (!first || !("head" in first)) {
    rmSync(file); // killed before the first line was whole: nothing had been done
    return undefined;
  }
  const head = lines.findLast((line) => "head" in line)!.head;
  const undone = new Set(lines.flatMap((line) => ("undone" in line ? [line.undone] : [])));
  const pending = lines.flatMap((line) => ("undo" in line && !undone.has(line.undo.id) ? [line.undo] : []));
  return { file, head, pending };
}
