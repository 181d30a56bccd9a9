import type { RunDocument } from "../../src/model/run.js";
import type { LoadedLab } from "../labs.js";
import { stateOf } from "../site/state.js";
import { labDigests } from "./digests.js";

/** OBSERVED, STALE (the lab or its predictions changed since the run) or NOT_RUN; by content, never by file times. */
export async function chapterState(
  loaded: LoadedLab,
  run: RunDocument | undefined,
): Promise<ReturnType<typeof stateOf>> {
  return stateOf(run, await labDigests(loaded.lab, loaded.folder));
}
