import type { StepRecord } from "../../../src/model/run.js";
import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";
import { incompleteness } from "./complete.js";
import { kubectlArgv } from "./kubectl.js";

/** One GET against the API server. Its exit code is 0 for HTTP 2xx and 1 otherwise, as kubectl would end. */
export async function executeApi(context: StepContext<"api">): Promise<StepRecord> {
  const { run, step } = context;
  const argv = kubectlArgv(run, ["get", "--raw", step.path]);
  const base = baseRecord(context, "api", argv);
  const startedAt = run.clock.now().toISOString();
  try {
    const answer = await run.cluster!.api.get(step.path, step.timeoutSeconds * 1000);
    const exitCode = answer.status >= 200 && answer.status < 300 ? 0 : 1;
    const expected = step.expectExit ?? [0];
    const fits = expected === "any" || expected.includes(exitCode);
    const lack = incompleteness(step.complete, answer.body);
    const status = fits && !lack ? "OK" : "FAILED";
    const reason = !fits ? `the API server answered HTTP ${answer.status}` : lack;
    return {
      ...base,
      status,
      ...(reason && { reason }),
      startedAt: answer.startedAt,
      durationMs: Math.round(answer.durationMs),
      exitCode,
      stdout: run.outputs.keep(answer.body),
    };
  } catch (error) {
    return { ...base, status: "FAILED", startedAt, reason: `GET ${step.path}: ${(error as Error).message}` };
  }
}
