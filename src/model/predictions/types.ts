import type { Text, Value } from "../run.js";

/** The name of an observation, or a chain's link as `<chain>/<link>`. */
export type Ref = string;

/** The right-hand side of a claim: a literal, or another observation. */
export type Operand = { literal: Value } | { observed: Ref };

/** A typed statement about observations: one of the operators in `operators/`. */
export interface Claim {
  op: string;
  /** The observations that the claim is about. */
  of: Ref[];
  /** Operand(s): what they are compared with. */
  to?: Operand;
  /** For `between`: inclusive bounds. For `within`: value ± tolerance. */
  low?: number;
  high?: number;
  tolerance?: number;
  unit?: string;
  pattern?: string;
  /** For `sameNamespace` and `differentNamespace`: net, pid, mnt, … */
  namespace?: string;
}

/** A figure that an earlier published run of the same experiment reported. Never an observation. */
export interface Reference {
  value: Value;
  unit?: string;
  note?: Text;
}

export interface Prediction {
  id: string;
  /** The case that it speaks about. */
  case: string;
  text: Text;
  claim: Claim;
  /** Why it should be so: the setting or the rule that it is derived from. */
  because?: Text;
  reference?: Reference;
}

export type VerdictKind = "CONFIRMED" | "REFUTED" | "NOT_RUN" | "INCONCLUSIVE";

export interface Verdict {
  prediction: string;
  verdict: VerdictKind;
  /** The claim in words with its operands filled in. */
  expected: string;
  /** What was observed, per reference: only values that have a proof. */
  observed: Record<Ref, Value>;
  reference?: Reference;
  explanation: string;
}
