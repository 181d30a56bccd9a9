/** An answer to a chapter's exercise: what was predicted, what is claimed and on which evidence. Written by a person. */
import type { Claim, Ref, VerdictKind } from "../predictions/types.js";
import type { Text, Value } from "../run.js";

export const ANSWER_SCHEMA = "labbook/answer/v1";

/**
 * What the answerer could know when the prediction was sealed. NOTHING_RUN: no run of the chapter had begun.
 * RUN_NOT_SEEN: there was one, and its results were not looked at, as the answerer declares. RUN_SEEN: they may have been.
 */
export type Access = "NOTHING_RUN" | "RUN_NOT_SEEN" | "RUN_SEEN";

/** In one language or in both: what is missing in one is shown in the other. */
export type AnswerText = Partial<Text>;

/** One statement about observations, with the operators of the lab sheets. */
export interface Statement {
  id: string;
  text: AnswerText;
  claim: Claim;
}

export interface SealedPrediction {
  statements: Statement[];
  /** UTC with milliseconds, by the clock of the machine that sealed it. */
  sealedAt: string;
  access: Access;
  /** SHA-256 over the canonical JSON of chapter, exercise, statements, sealedAt and access. */
  digest: string;
}

/** What a claim stands on. `value`, where it is given, is checked against what the run observed. */
export type Citation = (
  | { observation: Ref; value?: Value }
  /** `<chain>/<link>` */
  | { link: Ref; value?: Value }
  /** The verdict on one of the run's predictions or of the answer's own statements. */
  | { verdict: VerdictKind; of: string }
  /** A step's raw output: these bytes, which are this text. */
  | { output: string; stream: "stdout" | "stderr"; span: [number, number]; text: string; sha256?: string }
) & {
  /** The run that it is from; the answer's own run when absent, and a fault when it is another. */
  run?: string;
};

export interface AnswerClaim {
  id: string;
  /** `{{name}}` stands for the value of an observation or link that the claim cites. */
  text: AnswerText;
  evidence: Citation[];
  /** The claim compares generations of one Pod. Without it, evidence of two generations must not be joined. */
  across?: "generations";
}

export interface Answer {
  schema: typeof ANSWER_SCHEMA;
  chapter: string;
  exercise: string;
  /** The run that the answer stands on. */
  run: string;
  prediction: SealedPrediction;
  claims: AnswerClaim[];
  /** What of the run was NOT_RUN, each as `step <id>` or `statement <id>`: all of it, or the answer is refused. */
  notRun?: string[];
  cannotConclude: AnswerText[];
}
