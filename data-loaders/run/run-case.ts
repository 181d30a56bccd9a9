import type { Case, Step } from "../../labs/vocabulary/lab.js";
import { fillPlaceholders, MissingValue } from "../../labs/vocabulary/placeholders.js";
import { isSuperseded } from "../../src/model/chain/superseded.js";
import type { StepRecord } from "../../src/model/run.js";
import { missingOf } from "./capabilities.js";
import type { RunContext } from "./context.js";
import { countSteps } from "./count-steps.js";
import { baseRecord } from "./execute/command.js";
import { execute } from "./execute/index.js";
import { fill } from "./fill.js";
import { selfContained } from "./self-contained.js";
import { stoppedRecord, whyStopped } from "./stopped.js";

/** Runs the steps of a case in order. After a step that did not succeed the rest is BLOCKED, and says by what. */
export async function runCase(run: RunContext, c: Case): Promise<void> {
  let blockedBy = blockOf(run, c);
  const missing = missingOf(c.needs ?? [], run.environment);
  for (const step of c.steps) {
    const stopped = whyStopped(run.signal);
    const record =
      (stopped ?? missing)
        ? notTaken(run, step, c.id, "NOT_RUN", (stopped ?? missing)!)
        : blockedBy
          ? notTaken(run, step, c.id, "BLOCKED", blockedBy)
          : await shown(run, step, c.id);
    run.steps.push(record);
    if (!stopped) run.log.info(progress(record));
    if (record.status !== "OK" && !step.optional && !blockedBy && !missing && !stopped) {
      blockedBy = `step ${step.id} is ${record.status}`;
    }
  }
}

/** One step, and while it runs a word about which it is. */
async function shown(run: RunContext, step: Step, inCase: string): Promise<StepRecord> {
  const count = countSteps(run.lab.cases, run.steps);
  const done = run.log.running?.(`${count}  ${run.lab.id}  ${inCase}/${step.id}`);
  try {
    return stoppedRecord(await takeStep(run, step, inCase), run.signal);
  } finally {
    done?.();
  }
}

/** One step, its undo declared on disk before it acts. */
export async function takeStep(run: RunContext, step: Step, inCase: string): Promise<StepRecord> {
  const missing = missingOf(step.needs ?? [], run.environment);
  if (missing) return notTaken(run, step, inCase, "NOT_RUN", missing);
  try {
    const filled = fillPlaceholders(step, (name) => fill(run, name));
    if (step.undo) run.journal.declare(step.id, await selfContained(run, step.undo));
    return await execute({ run, step: filled, case: inCase });
  } catch (error) {
    if (error instanceof MissingValue) return notTaken(run, step, inCase, "BLOCKED", error.message);
    throw error;
  }
}

function blockOf(run: RunContext, c: Case): string | undefined {
  if (!c.after) return undefined;
  const failed = run.steps.find(
    (record) => record.case === c.after && record.status !== "OK" && !isSuperseded(record, run.seeds),
  );
  return failed && `case ${c.after} did not succeed: step ${failed.id} is ${failed.status}`;
}

/** A step that was not taken, with the reason. */
export function notTaken(
  run: RunContext,
  step: Step,
  inCase: string,
  status: "NOT_RUN" | "BLOCKED",
  reason: string,
): StepRecord {
  const argv = "argv" in step ? step.argv : [];
  return { ...baseRecord({ run, step, case: inCase }, step.kind, argv), status, reason };
}

function progress(record: StepRecord): string {
  const time = record.durationMs === undefined ? "" : ` ${(record.durationMs / 1000).toFixed(1)} s`;
  const why = record.status === "OK" ? "" : `: ${record.reason}`;
  return `${record.status.padEnd(9)} ${record.case}/${record.id}${time}${why}`;
}
