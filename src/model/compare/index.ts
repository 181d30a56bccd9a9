import { digestOf } from "../hash.js";
import type { RunDocument } from "../run.js";
import { createNames } from "./pseudonyms.js";
import { seenInBoth } from "./seen.js";
import type { Comparison, ObservationChange, RunName } from "./types.js";
import { compareVerdicts } from "./verdicts.js";
import { compareVersions } from "./versions.js";

/**
 * What differs between two runs of one chapter: versions first, then verdicts, then values.
 * Values that are new in every run (UIDs, IDs, PIDs, addresses) are compared under pseudonyms, given by the place where
 * they stand: a new UID is no change, but one UID where there were two is. `pseudonyms` says what they stand for.
 * @param names where names are already given, or to go on giving them in the runs' outputs
 */
export function compareRuns(a: RunDocument, b: RunDocument, names = createNames()): Comparison {
  const { a: seenA, b: seenB } = seenInBoth(a, b, names);
  const all = [...new Set([...Object.keys(seenA), ...Object.keys(seenB)])].sort();
  const observations = all
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
    pseudonyms: names.list(),
    same: { verdicts: predictions.size - verdicts.length, observations: all.length - observations.length },
  };
}

function nameOf({ id, status, startedAt }: RunDocument): RunName {
  return { id, status, startedAt };
}
