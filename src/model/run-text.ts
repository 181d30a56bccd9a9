import type { RunDocument } from "./run.js";

/** The one spelling in which a run document is stored, so that any changed byte of the file shows. */
export function runText(run: RunDocument): string {
  return `${JSON.stringify(run, null, 1)}\n`;
}
