import { operators } from "../../../src/model/predictions/operators/index.js";
import type { Claim } from "../../../src/model/predictions/types.js";
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
    const twice = seen.has(prediction.id);
    seen.add(prediction.id);
    const { variants = [] } = prediction;
    return [
      ...(twice ? [`${path}.id: prediction ${prediction.id} is there twice`] : []),
      ...(lab.cases.some((c) => c.id === prediction.case)
        ? []
        : [`${path}.case: no case ${prediction.case}`]),
      ...claimFaults(prediction.claim, `${path}.claim`, known),
      ...variants.flatMap((variant, j) => [
        ...claimFaults(variant.claim, `${path}.variants[${j}].claim`, known),
        ...(variant.from === undefined && variant.below === undefined
          ? [`${path}.variants[${j}]: neither from nor below says for which versions it holds`]
          : []),
      ]),
      ...(variants.length > 0 && !prediction.because
        ? [`${path}.because: a prediction that depends on a version says why`]
        : []),
    ];
  });
}

function claimFaults(claim: Claim, path: string, known: (ref: string) => boolean): string[] {
  const refs = [...claim.of, ...(claim.to && "observed" in claim.to ? [claim.to.observed] : [])];
  return [
    ...(claim.op in operators || claim.op === "absent" ? [] : [`${path}.op: no operator ${claim.op}`]),
    ...(claim.of.length < fewest(claim.op)
      ? [`${path}: ${claim.op} needs ${fewest(claim.op)} observations, got ${claim.of.length}`]
      : []),
    ...refs.filter((ref) => !known(ref)).map((ref) => `${path}: nothing observes ${ref}`),
    ...(claim.pattern === undefined ? [] : regexFault(claim.pattern, `${path}.pattern`)),
    ...(claim.op === "between" && (claim.low ?? -Infinity) > (claim.high ?? Infinity)
      ? [`${path}: low ${claim.low} is above high ${claim.high}`]
      : []),
  ];
}

/** One value alone is always unchanged, and changed too: such a claim would confirm itself. */
function fewest(op: string): number {
  return /^(changed|unchanged|sameNamespace|differentNamespace|before)$/.test(op) ? 2 : 1;
}
