import { judge } from "../predictions/judge.js";
import type { Prediction, Verdict } from "../predictions/types.js";
import type { RunDocument } from "../run.js";
import { inBoth } from "./text.js";
import type { Statement } from "./types.js";

/** A part of an answer's run or prediction that was NOT_RUN. */
export interface NotRunPart {
  /** `step <id>` or `statement <id>` */
  part: string;
  reason: string;
}

/** What was not run: steps of the run, and statements that therefore have no verdict. */
export function notRunParts(run: RunDocument, statements: Statement[]): NotRunPart[] {
  const steps = run.steps
    .filter((step) => step.case !== "setup" && (step.status === "NOT_RUN" || step.status === "BLOCKED"))
    .map((step) => ({ part: `step ${step.id}`, reason: step.reason ?? step.status }));
  const unjudged = judgeStatements(run, statements)
    .filter(({ verdict }) => verdict === "NOT_RUN")
    .map(({ prediction, explanation }) => ({ part: `statement ${prediction}`, reason: explanation }));
  return [...steps, ...unjudged];
}

/** The answer's own statements, judged like the run's predictions. */
export function judgeStatements(run: RunDocument, statements: Statement[]): Verdict[] {
  const predictions: Prediction[] = statements.map(({ id, text, claim }) => ({
    id,
    case: "answer",
    text: inBoth(text),
    claim,
  }));
  return judge(predictions, run);
}
