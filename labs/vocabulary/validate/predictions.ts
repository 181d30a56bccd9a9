import { operators } from "../../../src/model/predictions/operators/index.js";
import type { Lab } from "../lab.js";
import { allSteps } from "../walk.js";
import { regexFault } from "./steps.js";

/** Faults of the predictions: ids, cases, operators, names that nothing observes. */
export function predictionFaults(lab: Lab): string[] {
  const chains = new Set(allSteps(lab).flatMap(({ step }) => (step.kind === "chain" ? [step.id] : [])));
  const known = (ref: string) =>
    ref in lab.observations || (ref.includes("/") && chains.has(ref.split("/")[0]!));
  const seen = new Set<string>();
  return lab.predictions.flatMap((prediction, i) => {
    const path = `predictions[${i}]`;
    const { claim } = prediction;
    const refs = [...claim.of, ...(claim.to && "observed" in claim.to ? [claim.to.observed] : [])];
    const twice = seen.has(prediction.id);
    seen.add(prediction.id);
    return [
      ...(twice ? [`${path}.id: prediction ${prediction.id} is there twice`] : []),
      ...(lab.cases.some((c) => c.id === prediction.case)
        ? []
        : [`${path}.case: no case ${prediction.case}`]),
      ...(claim.op in operators || claim.op === "absent"
        ? []
        : [`${path}.claim.op: no operator ${claim.op}`]),
      ...(claim.of.length < fewest(claim.op)
        ? [`${path}.claim: ${claim.op} needs ${fewest(claim.op)} observations, got ${claim.of.length}`]
        : []),
      ...refs.filter((ref) => !known(ref)).map((ref) => `${path}.claim: nothing observes ${ref}`),
      ...(claim.pattern === undefined ? [] : regexFault(claim.pattern, `${path}.claim.pattern`)),
      ...(claim.op === "between" && (claim.low ?? -Infinity) > (claim.high ?? Infinity)
        ? [`${path}.claim: low ${claim.low} is above high ${claim.high}`]
        : []),
    ];
  });
}

/** One value alone is always unchanged, and changed too: such a claim would confirm itself. */
function fewest(op: string): number {
  return /^(changed|unchanged|sameNamespace|differentNamespace|before)$/.test(op) ? 2 : 1;
}
