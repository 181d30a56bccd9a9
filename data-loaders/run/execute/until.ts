import { extractJson } from "../../../src/model/extract/json.js";
import type { StepRecord } from "../../../src/model/run.js";
import type { StepContext } from "../context.js";
import { execute } from "./index.js";

/** Repeats the inner step until its output matches. The last try is the record; `tries` says how many there were. */
export async function executeUntil(context: StepContext<"until">): Promise<StepRecord> {
  const { run, step } = context;
  const wanted = step.stdoutHas ?? `/${step.stdoutMatches}/`;
  const inner = { ...step.step, id: step.id, title: step.title };
  const start = run.clock.monotonic();
  const startedAt = run.clock.now().toISOString();
  for (let tries = 1; ; tries++) {
    const last = await execute({ ...context, step: inner });
    const durationMs = Math.round(run.clock.monotonic() - start);
    const record = { ...last, kind: step.kind, startedAt, durationMs, tries };
    const bytes = (last.stdout && run.outputs.read(last.stdout.sha256)) ?? new Uint8Array();
    if (last.status === "NOT_RUN") return record;
    if (last.status === "OK" && fits(step, bytes)) return record;
    if (durationMs > step.timeoutSeconds * 1000 || run.signal.aborted) {
      const reason = `after ${tries} tries in ${step.timeoutSeconds} s the output still does not ${step.stdoutHas ? "have" : "match"} ${wanted}`;
      return {
        ...record,
        status: "TIMED_OUT",
        timedOut: true,
        reason: last.reason ? `${reason}; ${last.reason}` : reason,
      };
    }
    await run.clock.sleep(step.everySeconds * 1000, run.signal);
  }
}

function fits({ stdoutMatches, stdoutHas }: StepContext<"until">["step"], bytes: Uint8Array): boolean {
  if (stdoutHas === undefined) return new RegExp(stdoutMatches!, "m").test(new TextDecoder().decode(bytes));
  const found = extractJson({ kind: "json", path: stdoutHas, all: true }, bytes);
  return "value" in found && (found.value as unknown[]).length > 0;
}
