import type { Value } from "../run.js";
import { describe } from "./describe.js";
import { type Found, lookup, type Observed } from "./lookup.js";
import { operators } from "./operators/index.js";
import type { Claim, Prediction, Verdict, VerdictKind } from "./types.js";
import { claimOn } from "./variant.js";

/**
 * Judges every prediction by what was observed. Pure: the same observations give the same verdicts.
 * A missing value never becomes CONFIRMED or REFUTED, except for `absent`, whose very claim it is.
 */
export function judge(predictions: Prediction[], seen: Observed): Verdict[] {
  return predictions.map((prediction) => judgeOne(prediction, seen));
}

function judgeOne(prediction: Prediction, seen: Observed): Verdict {
  const { claim, said } = claimOn(prediction, seen.environment);
  const refs = [...claim.of, ...(claim.to && "observed" in claim.to ? [claim.to.observed] : [])];
  const found = new Map(refs.map((ref) => [ref, lookup(ref, seen)]));
  const observed: Record<string, Value> = {};
  for (const [ref, f] of found) if ("value" in f) observed[ref] = f.value;
  const [verdict, explanation] = decide(claim, found);
  return {
    prediction: prediction.id,
    verdict,
    expected: describe(claim, found),
    observed,
    ...(prediction.reference && { reference: prediction.reference }),
    explanation: said === undefined ? explanation : `${explanation} (${said})`,
  };
}

function decide(claim: Claim, found: Map<string, Found>): [VerdictKind, string] {
  // of nothing everything is true: that is no observation
  if (claim.of.length === 0) return ["INCONCLUSIVE", "the claim names nothing that was observed"];
  if (claim.op === "absent") return decideAbsent(claim, found);
  for (const f of found.values()) {
    if ("missing" in f) return [f.missing === "NOT_RUN" ? "NOT_RUN" : "INCONCLUSIVE", f.reason];
  }
  const operator = Object.hasOwn(operators, claim.op) ? operators[claim.op] : undefined;
  if (!operator) return ["INCONCLUSIVE", `there is no operator ${claim.op}`];
  const observedAt = (ref: string) => (found.get(ref) as { value: Value }).value;
  const to = claim.to && ("literal" in claim.to ? claim.to.literal : observedAt(claim.to.observed));
  const outcome = operator(claim, claim.of.map(observedAt), to);
  if ("unfit" in outcome) return ["INCONCLUSIVE", outcome.unfit];
  return [outcome.holds ? "CONFIRMED" : "REFUTED", outcome.because];
}

/** Absent: looked for in complete output, and not there. Not having looked proves nothing. */
function decideAbsent(claim: Claim, found: Map<string, Found>): [VerdictKind, string] {
  for (const ref of claim.of) {
    const f = found.get(ref)!;
    if ("value" in f) return ["REFUTED", `${ref} is there: ${JSON.stringify(f.value)}`];
    if (f.missing === "NOT_RUN") return ["NOT_RUN", f.reason];
    if (f.missing === "UNKNOWN") return ["INCONCLUSIVE", f.reason];
  }
  return ["CONFIRMED", claim.of.map((ref) => (found.get(ref) as { reason: string }).reason).join("; ")];
}
