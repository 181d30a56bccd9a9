import { isSuperseded } from "../chain/superseded.js";
import type { RunDocument, StepRecord } from "../run.js";
import type { Check } from "./types.js";

/** Steps and run agree in what they say of themselves: nothing that did not run has output, nothing is green by itself. */
export function statusCheck(run: RunDocument): Check {
  const faults = [...nameFaults(run), ...[...run.steps, ...run.cleanup.steps].flatMap(stepFaults)];
  const own = run.steps.filter((step) => step.case !== "setup");
  if (run.status === "COMPLETE") {
    if (!own.some((step) => step.status === "OK")) faults.push("the run is COMPLETE, and no step is OK");
    for (const step of own)
      if (step.status !== "OK" && !isSuperseded(step, run.chains))
        faults.push(`the run is COMPLETE, and step ${step.id} is ${step.status}`);
  }
  if (
    run.status === "NOT_RUN" &&
    run.verdicts.some((v) => v.verdict === "CONFIRMED" || v.verdict === "REFUTED")
  ) {
    faults.push("the run is NOT_RUN, and a prediction was decided");
  }
  return faults.length === 0
    ? { id: "statuses", ok: true, detail: `${run.status}, ${own.length} steps` }
    : { id: "statuses", ok: false, detail: faults.join("; "), where: faults };
}

/** A run's name says when it began and of which chapter it is: another start or chapter is another run. */
function nameFaults({ id, chapter, startedAt }: RunDocument): string[] {
  const begin = `${startedAt.replace(/[-:.]/g, "")}-${chapter}-`;
  return id.startsWith(begin) ? [] : [`the run is called ${id}, expected ${begin}…`];
}

function stepFaults(step: StepRecord): string[] {
  const idle = step.status === "NOT_RUN" || step.status === "BLOCKED";
  const faults: string[] = [];
  if (step.status === "BLOCKED" && (step.stdout || step.exitCode !== undefined)) {
    faults.push(`step ${step.id} is BLOCKED, and has output`);
  }
  if ((idle || step.status === "FAILED" || step.status === "TIMED_OUT") && !step.reason) {
    faults.push(`step ${step.id} is ${step.status}, and says no reason`);
  }
  if (step.status === "OK" && step.timedOut) faults.push(`step ${step.id} is OK, and timed out`);
  return faults;
}
