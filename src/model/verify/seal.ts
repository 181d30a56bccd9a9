import { digestOf } from "../hash.js";
import type { RunDocument } from "../run.js";
import type { Check } from "./types.js";

/** The predictions are the ones that were sealed, and they were sealed before the first step. */
export function sealCheck(run: RunDocument): Check {
  const digest = digestOf(run.predictions);
  if (digest !== run.predictionsDigest) {
    return fault(
      `the predictions have the digest ${digest}, sealed was ${run.predictionsDigest}`,
      "predictions",
    );
  }
  if (digestOf(run.labParts) !== run.labDigest)
    return fault("labDigest is not the digest of labParts", "labDigest");
  const early = run.steps.find((step) => step.startedAt !== undefined && step.startedAt < run.sealedAt);
  if (early)
    return fault(
      `step ${early.id} began at ${early.startedAt}, before the seal of ${run.sealedAt}`,
      early.id,
    );
  return {
    id: "seal",
    ok: true,
    detail: `${run.predictions.length} predictions, sealed at ${run.sealedAt}, before the first step`,
  };
}

function fault(detail: string, where: string): Check {
  return { id: "seal", ok: false, detail, where: [where] };
}
