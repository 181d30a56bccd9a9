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

/** What a prediction says on some versions instead. The versions are those that the run recorded. */
export interface Variant {
  /** Whose version: the kubelets' or the client's. */
  of: "kubernetes" | "kubectl";
  /** The first minor that it is said of, such as `1.36`. */
  from?: string;
  /** The first minor that it is not said of any more. */
  below?: string;
  claim: Claim;
}

export interface Prediction {
  id: string;
  /** The case that it speaks about. */
  case: string;
  text: Text;
  claim: Claim;
  /** Other claims for other versions; the first that fits is judged. `because` gives the reason. */
  variants?: Variant[];
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
