import { digestOf } from "../hash.js";
import type { RunDocument } from "../run.js";
import { seenIn } from "./seen.js";
import type { Comparison, ObservationChange, RunName } from "./types.js";
import { compareVerdicts } from "./verdicts.js";
import { compareVersions } from "./versions.js";

/**
 * What differs between two runs of one chapter: versions first, then verdicts, then values.
 * Values that are new in every run (UIDs, IDs, PIDs, addresses) are compared under pseudonyms, numbered in each run by
 * first appearance: a new UID is no change, but one UID where there were two is.
 */
export function compareRuns(a: RunDocument, b: RunDocument): Comparison {
  const [seenA, seenB] = [seenIn(a), seenIn(b)];
  const names = [...new Set([...Object.keys(seenA), ...Object.keys(seenB)])].sort();
  const observations = names
    .map((name): ObservationChange => ({ name, a: seenA[name], b: seenB[name] }))
    .filter((change) => digestOf([change.a ?? null]) !== digestOf([change.b ?? null]));
  const verdicts = compareVerdicts(a, b, seenA, seenB);
  const predictions = new Set([...a.verdicts, ...b.verdicts].map(({ prediction }) => prediction));
  return {
    chapter: b.chapter,
    a: nameOf(a),
    b: nameOf(b),
    versions: compareVersions(a, b),
    verdicts,
    observations,
    same: { verdicts: predictions.size - verdicts.length, observations: names.length - observations.length },
  };
}

function nameOf({ id, status, startedAt }: RunDocument): RunName {
  return { id, status, startedAt };
}
