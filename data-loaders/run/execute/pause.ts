import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";

/** Lets time pass; the record says how much did. */
export async function executePause(context: StepContext<"pause">) {
  const { clock, signal } = context.run;
  const startedAt = clock.now().toISOString();
  const start = clock.monotonic();
  await clock.sleep(context.step.seconds * 1000, signal);
  const durationMs = Math.round(clock.monotonic() - start);
  return {
    ...baseRecord(context, "vm", ["sleep", String(context.step.seconds)]),
    status: "OK" as const,
    startedAt,
    durationMs,
  };
}
