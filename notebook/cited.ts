/** Which verdicts a page tells of: by claim, question or reference, or by every value that the prediction speaks of. Pure. */
import type { Prediction } from "../src/model/predictions/types.js";
import type { Page } from "./types.js";

export function verdictsCited({ cited }: Page, predictions: Prediction[]): Set<string> {
  const told = predictions.filter(
    ({ id, claim }) =>
      cited.claims.has(id) ||
      cited.asks.has(id) ||
      cited.references.has(id) ||
      (claim.of.length > 0 && claim.of.every((ref) => cited.values.has(ref))),
  );
  return new Set(told.map(({ id }) => id));
}
