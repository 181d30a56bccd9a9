/** The words a prediction is made of: `predict(id, case, text, claim)`, and one constructor an operator. */
import type { Claim, Operand, Prediction, Reference, Variant } from "../../src/model/predictions/types.js";
import type { Text, Value } from "../../src/model/run.js";

/** Sealed before the first step. `reference` is what an earlier published run reported. */
export function predict(
  id: string,
  inCase: string,
  text: Text,
  claim: Claim,
  more: { because?: Text; reference?: Reference; variants?: Variant[] } = {},
): Prediction {
  return { id, case: inCase, text, claim, ...more };
}

/** Names another observation as the right-hand side. */
export function observed(name: string): Operand {
  return { observed: name };
}

export const equals = (of: string, to: Value | Operand): Claim => ({
  op: "equals",
  of: [of],
  to: operand(to),
});
/** A list has just these elements, in whatever order. */
export const sameSet = (of: string, to: Value[] | Operand): Claim => ({
  op: "sameSet",
  of: [of],
  to: operand(to),
});
export const contains = (of: string, to: Value | Operand): Claim => ({
  op: "contains",
  of: [of],
  to: operand(to),
});
export const changed = (...of: string[]): Claim => ({ op: "changed", of });
export const unchanged = (...of: string[]): Claim => ({ op: "unchanged", of });
export const matches = (of: string, pattern: RegExp): Claim => ({
  op: "matches",
  of: [of],
  pattern: pattern.source,
});
export const count = (of: string, to: number | Operand): Claim => ({
  op: "count",
  of: [of],
  to: operand(to),
});
export const absent = (...of: string[]): Claim => ({ op: "absent", of });
export const before = (first: string, second: string): Claim => ({ op: "before", of: [first, second] });
export const inCIDR = (of: string, to: string | Operand): Claim => ({
  op: "inCIDR",
  of: [of],
  to: operand(to),
});

/** value ± tolerance, in the observation's unit. */
export const within = (of: string, to: number | Operand, tolerance: number, unit: string): Claim => ({
  op: "within",
  of: [of],
  to: operand(to),
  tolerance,
  unit,
});

/** low … high, both included; leave one out with undefined. */
export const between = (of: string, low: number | undefined, high: number | undefined, unit = ""): Claim => ({
  op: "between",
  of: [of],
  ...(low !== undefined && { low }),
  ...(high !== undefined && { high }),
  ...(unit && { unit }),
});

/** `of` are prefixes of chain links or observations, such as `normal/container.app`: `.ns.<namespace>` is added. */
export const sameNamespace = (namespace: string, ...of: string[]): Claim => ({
  op: "sameNamespace",
  namespace,
  of: of.map((prefix) => `${prefix}.ns.${namespace}`),
});
export const differentNamespace = (namespace: string, ...of: string[]): Claim => ({
  op: "differentNamespace",
  namespace,
  of: of.map((prefix) => `${prefix}.ns.${namespace}`),
});

function operand(to: Value | Operand): Operand {
  const named = typeof to === "object" && to !== null && !Array.isArray(to) && "observed" in to;
  return named ? (to as Operand) : { literal: to as Value };
}
