import type { RunDocument } from "../run.js";

/** One line a run. `prev` is the SHA-256 of the line before (its bytes without the line feed); 64 zeros at first. */
export interface HistoryLine {
  id: string;
  status: RunDocument["status"];
  startedAt: string;
  endedAt: string;
  labDigest: string;
  /** SHA-256 over the canonical JSON of the run document. */
  runDigest: string;
  /** How many predictions came to each verdict. */
  verdicts: Record<string, number>;
  /** It did not take the place of the run before. */
  beside?: true;
  prev: string;
}

export const FIRST = "0".repeat(64);

/** The line that a run has in its chapter's history, without the line feed. */
export function historyLineOf(run: RunDocument, runDigest: string, prev: string, beside: boolean): string {
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
    prev,
  };
  return JSON.stringify(line);
}
