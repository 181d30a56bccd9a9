import type { Value } from "../../run.js";
import { instantNs } from "../../time.js";
import { numeric, type Operator, show, typed } from "./operator.js";

/** The number lies within a tolerance of the expected one. */
export const within: Operator = (claim, [value], to) => {
  const got = numeric(value);
  const centre = numeric(to);
  if (got === undefined || centre === undefined)
    return { unfit: `expected numbers, got ${typed(value)} and ${typed(to)}` };
  const holds = Math.abs(got - centre) <= (claim.tolerance ?? 0);
  return {
    holds,
    because:
      `${got} is ${holds ? "" : "not "}within ${centre} ± ${claim.tolerance} ${claim.unit ?? ""}`.trim(),
  };
};

/** The number lies between two bounds, both included; an absent bound is open. */
export const between: Operator = (claim, [value]) => {
  const got = numeric(value);
  if (got === undefined) return { unfit: `expected a number, got ${typed(value)}` };
  const holds = got >= (claim.low ?? -Infinity) && got <= (claim.high ?? Infinity);
  const bounds = `${claim.low ?? "−∞"} … ${claim.high ?? "∞"} ${claim.unit ?? ""}`.trim();
  return { holds, because: `${got} is ${holds ? "" : "not "}in ${bounds}` };
};

/** The first comes before the second: numbers by size, RFC 3339 times by instant and all their digits. */
export const before: Operator = (_claim, [first, second]) => {
  const order = compare(first, second);
  if (order === undefined) return { unfit: `cannot order ${show(first)} and ${show(second)}` };
  return {
    holds: order < 0,
    because: `${show(first)} is ${order < 0 ? "before" : "not before"} ${show(second)}`,
  };
};

function compare(a: Value | undefined, b: Value | undefined): number | undefined {
  const [x, y] = [numeric(a), numeric(b)];
  if (x !== undefined && y !== undefined) return x - y;
  // a zero form means "not yet" and has no order (G06)
  const [s, t] = [a, b].map((time) => (typeof time === "string" ? instantNs(time) : undefined));
  if (s === undefined || t === undefined) return undefined;
  return s < t ? -1 : s > t ? 1 : 0;
}
