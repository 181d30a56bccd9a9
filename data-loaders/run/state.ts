import { join } from "node:path";
import type { RunDocument } from "../../src/model/run.js";
import { EVIDENCE } from "../evidence/paths.js";
import { readsTheSame } from "../evidence/reread.js";
import type { LoadedLab } from "../labs.js";
import { stateOf } from "../site/state.js";
import { type CodeDigests, labDigests } from "./digests.js";

/**
 * OBSERVED, STALE (the lab or its predictions changed since the run) or NOT_RUN; by content, never by file times.
 * Code that reads raw output may change: as long as it reads the same out of the same bytes, the evidence stands.
 */
export async function chapterState(
  { lab, folder }: LoadedLab,
  run: RunDocument | undefined,
  options: { project?: string; evidence?: string; code?: CodeDigests } = {},
): Promise<ReturnType<typeof stateOf>> {
  const { project = ".", evidence = EVIDENCE, code } = options;
  const now = await labDigests(lab, folder, project, code);
  const state = stateOf(run, now);
  const onlyReaders = state.changed.every((part) => part.startsWith("model/"));
  if (!run || state.state !== "STALE" || state.amended || !onlyReaders) return state;
  const same = readsTheSame(evidence, run, now.labParts, join(project, ".labbook/reread"));
  return same ? { ...state, state: "OBSERVED", changed: [] } : state;
}
