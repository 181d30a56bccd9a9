/** The shape of `data/made/runs/<chapter>.json`: which runs can be compared, without opening any of them. */
import type { Version } from "../../model/compare/version.js";
import type { VerdictKind } from "../../model/predictions/types.js";
import type { RunStatus, Text } from "../../model/run.js";

export interface ChapterRuns {
  title: Text;
  /** Runs whose whole documents are there, newest first. */
  kept: KeptRun[];
  /** Runs of which only the line of the history is left, newest first. */
  gone: PastRun[];
  matrix: Matrix;
}

export interface PastRun {
  id: string;
  status: RunStatus;
  startedAt: string;
  verdicts: Partial<Record<VerdictKind, number>>;
  /** It did not take the place of the run before. */
  beside?: boolean;
}

export interface KeptRun extends PastRun {
  /** Relative to the chapter's evidence: `run.json`, `attempt.json` or `runs/<id>.json`. */
  file: string;
  version: Version;
}

/** The verdicts of the newest kept run on each version; the newest version's run comes last. */
export interface Matrix {
  columns: { run: string; version: Version }[];
  /** In the order of the newest run's predictions; null where a run had no such prediction. */
  rows: { prediction: string; verdicts: (VerdictKind | null)[] }[];
}
