import type { Value } from "../../run.js";
import type { Claim } from "../types.js";

/** What an operator says of values that were observed: it holds or not, or the values do not fit the operator. */
export type Outcome = { holds: boolean; because: string } | { unfit: string };

/**
 * @param values one observed value for each name in `claim.of`, in that order
 * @param to the right-hand side, where the claim has one
 */
export type Operator = (claim: Claim, values: Value[], to: Value | undefined) => Outcome;

export { numeric, same, show, typed } from "./meaning.js";
