import type { RunDocument } from "../../src/model/run.js";
import type { LoadedLab } from "../labs.js";
import { labDigests } from "./digests.js";

export interface ChapterState {
  state: "OBSERVED" | "STALE" | "NOT_RUN";
  /** The parts of the lab that changed since the run. */
  changed: string[];
  /** The predictions were edited after the results were known. */
  amended: boolean;
}

/** OBSERVED, STALE (the lab or its predictions changed since the run) or NOT_RUN; by content, never by file times. */
export async function chapterState(loaded: LoadedLab, run: RunDocument | undefined): Promise<ChapterState> {
  if (!run || run.status === "NOT_RUN") return { state: "NOT_RUN", changed: [], amended: false };
  const now = await labDigests(loaded.lab, loaded.folder);
  const parts = new Set([...Object.keys(now.labParts), ...Object.keys(run.labParts)]);
  const changed = [...parts].filter((part) => now.labParts[part] !== run.labParts[part]).sort();
  const amended = now.predictionsDigest !== run.predictionsDigest;
  return { state: changed.length > 0 || amended ? "STALE" : "OBSERVED", changed, amended };
}
