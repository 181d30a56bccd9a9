import type { StepRecord } from "../../src/model/run.js";
import type { RunContext } from "./context.js";

/** A watch or background command that is running. */
export interface Background {
  /** Ends it; what it recorded is the step's final record. */
  stop(): Promise<StepRecord>;
}

/** Ends one and puts its final record in the place of the first one. False when it was not running. */
export async function stopRunning(run: RunContext, id: string): Promise<boolean> {
  const background = run.running.get(id);
  if (!background) return false;
  run.running.delete(id);
  const record = await background.stop();
  const at = run.steps.findLastIndex((step) => step.id === id);
  if (at >= 0) run.steps[at] = record;
  else run.steps.push(record);
  return true;
}

/** Ends everything that is still running. */
export async function stopAll(run: RunContext): Promise<void> {
  for (const id of [...run.running.keys()]) await stopRunning(run, id);
}
