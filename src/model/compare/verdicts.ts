import { digestOf } from "../hash.js";
import type { Verdict } from "../predictions/types.js";
import type { RunDocument, Value } from "../run.js";
import type { Seen, VerdictChange, VerdictChangeKind } from "./types.js";

/** Verdicts that are not the same in both runs; newly REFUTED ones first, drifted ones last. */
export function compareVerdicts(
  a: RunDocument,
  b: RunDocument,
  seenA: Record<string, Seen>,
  seenB: Record<string, Seen>,
): VerdictChange[] {
  const ids = [...new Set([...b.verdicts, ...a.verdicts].map(({ prediction }) => prediction))];
  const changes = ids.flatMap((prediction): VerdictChange[] => {
    const [was, is] = [verdictOf(a, prediction), verdictOf(b, prediction)];
    const observedA = valuesOf(was, seenA);
    const observedB = valuesOf(is, seenB);
    const amended = digestOf([claimOf(a, prediction)]) !== digestOf([claimOf(b, prediction)]);
    const change = kindOf(was, is, amended, digestOf(observedA) !== digestOf(observedB));
    if (!change) return [];
    const explanation = (is ?? was)!.explanation;
    return [{ prediction, change, a: was?.verdict, b: is?.verdict, observedA, observedB, explanation }];
  });
  return changes.sort((x, y) => order.indexOf(x.change) - order.indexOf(y.change));
}

const order: VerdictChangeKind[] = ["refuted", "changed", "amended", "added", "removed", "drifted"];

function kindOf(
  was: Verdict | undefined,
  is: Verdict | undefined,
  amended: boolean,
  drifted: boolean,
): VerdictChangeKind | undefined {
  if (!was) return "added";
  if (!is) return "removed";
  if (is.verdict === "REFUTED" && was.verdict !== "REFUTED") return "refuted";
  if (is.verdict !== was.verdict) return "changed";
  if (amended) return "amended";
  return drifted ? "drifted" : undefined;
}

/** The values that the verdict stands on, under the run's pseudonyms where the run has them by name. */
function valuesOf(verdict: Verdict | undefined, seen: Record<string, Seen>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(verdict?.observed ?? {}).map(([ref, value]) => {
      const one = seen[ref];
      return [ref, one && "value" in one ? one.value : value];
    }),
  );
}

function verdictOf(run: RunDocument, prediction: string): Verdict | undefined {
  return run.verdicts.find((verdict) => verdict.prediction === prediction);
}

function claimOf(run: RunDocument, prediction: string): unknown {
  return run.predictions.find(({ id }) => id === prediction)?.claim ?? null;
}
