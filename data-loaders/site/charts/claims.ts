/** Where a prediction puts a number: its bounds, with what was observed filled in for what it is compared with. */
import { numeric } from "../../../src/model/predictions/operators/operator.js";
import type { Claim, Prediction } from "../../../src/model/predictions/types.js";
import type { RunDocument } from "../../../src/model/run.js";

/** In the claim's unit; undefined where the claim gives no bounds or its operand was not observed. */
export function boundsOf(
  { op, low, high, to, tolerance }: Claim,
  run: RunDocument,
): [number, number] | undefined {
  if (op === "between" && low !== undefined && high !== undefined) return [low, high];
  if (op !== "within" || to === undefined || tolerance === undefined) return undefined;
  const middle = numeric("literal" in to ? to.literal : run.observations[to.observed]?.value);
  return middle === undefined ? undefined : [middle - tolerance, middle + tolerance];
}

/** The reference as numbers: one, or the two ends of what is written `5–8`. */
export function referenceNumbers({ reference }: Prediction): number[] {
  if (!reference) return [];
  const one = numeric(reference.value);
  if (one !== undefined) return [one];
  const range = typeof reference.value === "string" && /^([\d.]+)\s*[–-]\s*([\d.]+)$/.exec(reference.value);
  return range ? [Number(range[1]), Number(range[2])] : [];
}

export function referenceLabel({ reference }: Prediction): string {
  const text = typeof reference!.value === "string" ? reference!.value : JSON.stringify(reference!.value);
  return reference!.unit ? `${text} ${reference!.unit}` : text;
}

/** Milliseconds, seconds and minutes as seconds; undefined for what is no time. */
export function secondsPer(unit: string | undefined): number | undefined {
  return { ms: 0.001, s: 1, min: 60 }[unit ?? ""];
}
