import { stateOf } from "../process-identity.js";
import type { JournalHead } from "./journal.js";

/** Whether the process that writes the journal still runs. */
export function isAlive(head: JournalHead): boolean {
  return !head.retained && stateOf(head) === "running";
}
