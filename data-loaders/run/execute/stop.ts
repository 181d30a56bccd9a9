import { stopRunning } from "../background.js";
import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";

/** Ends a watch or a background command; what it recorded becomes the record of that step. */
export async function executeStop(context: StepContext<"stop">) {
  const { run, step } = context;
  const startedAt = run.clock.now().toISOString();
  const base = { ...baseRecord(context, "vm", ["true"]), startedAt };
  const stopped = await stopRunning(run, step.step);
  if (!stopped) return { ...base, status: "BLOCKED" as const, reason: `${step.step} is not running` };
  return { ...base, status: "OK" as const };
}
