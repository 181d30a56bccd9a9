import type { StepRecord } from "../../../src/model/run.js";
import { startWatch } from "../../collect/watch.js";
import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";
import { kubectlArgv } from "./kubectl.js";

/** Starts watches; their record is made when they are stopped. Until then the step counts as OK and running. */
export async function executeWatch(context: StepContext<"watch">): Promise<StepRecord> {
  const { run, step } = context;
  const startedAt = run.clock.now().toISOString();
  const start = run.clock.monotonic();
  const watch = startWatch({ api: run.cluster!.api, clock: run.clock }, step.resources);
  const first = step.resources[0]!.path;
  const argv = kubectlArgv(run, ["get", "--raw", `${first}${first.includes("?") ? "&" : "?"}watch=true`]);
  const base = { ...baseRecord(context, "api", argv), startedAt };
  try {
    await watch.ready;
  } catch (error) {
    await watch.stop();
    return { ...base, status: "FAILED", reason: `the watch did not begin: ${(error as Error).message}` };
  }
  run.running.set(step.id, {
    stop: async () => {
      const bytes = await watch.stop();
      const durationMs = Math.round(run.clock.monotonic() - start);
      const stdout = run.outputs.keep(bytes);
      return watch.fatal === undefined
        ? { ...base, status: "OK", durationMs, stdout }
        : { ...base, status: "FAILED", reason: watch.fatal, durationMs, stdout };
    },
  });
  return { ...base, status: "OK" };
}
