import type { Value } from "../../run.js";
import type { Claim } from "../types.js";

/** What an operator says of values that were observed: it holds or not, or the values do not fit the operator. */
export type Outcome = { holds: boolean; because: string } | { unfit: string };

/**
 * @param values one observed value for each name in `claim.of`, in that order
 * @param to the right-hand side, where the claim has one
 */
export type Operator = (claim: Claim, values: Value[], to: Value | undefined) => Outcome;

/** A value as one reads it in an explanation. */
export function show(value: Value | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A number from a number or from text that is exactly one. */
export function numeric(value: Value | undefined): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Deep equality of plain JSON values. */
export function same(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  return (
    left.length === Object.keys(b).length && left.every(([k, v]) => same(v, (b as Record<string, Value>)[k]))
  );
}
