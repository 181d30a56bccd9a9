import type { StepRecord } from "../../../src/model/run.js";
import { stampLines } from "../../collect/stamped.js";
import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";
import { nodeArgv } from "./node.js";

/** Starts a command whose lines are stamped when they arrive. It is ended by `stop`, or at the end of its case. */
export async function executeBackground(context: StepContext<"background">): Promise<StepRecord> {
  const { run, step } = context;
  const mark = `LABBOOK_STEP=${run.runId}/${step.id}`;
  const marked = ["env", mark, ...step.argv];
  const argv = step.node ? nodeArgv(run, step.node, marked) : marked;
  const base = baseRecord(context, step.node ? `node/${step.node}` : "vm", argv);
  const startedAt = run.clock.now().toISOString();
  const start = run.clock.monotonic();
  const lines = stampLines(run.clock);
  let ready: () => void = () => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const pattern = step.readyWhen === undefined ? undefined : new RegExp(step.readyWhen);
  const command = await run.transport.start(
    { argv, timeoutMs: step.timeoutSeconds * 1000, signal: run.signal },
    (line) => {
      lines.onLine(line);
      if (pattern?.test(line.line)) ready();
    },
  );
  const ended = command.ended.then((result) => result);
  if (pattern) await Promise.race([isReady, ended, run.clock.sleep(10_000)]);
  run.running.set(step.id, {
    stop: async () => {
      const result = await command.stop();
      if (step.node) await killMarked(context, step.node, mark);
      const bytes = lines.bytes();
      const bad =
        result.notStarted?.message ??
        (result.timedOut ? `it ran longer than ${step.timeoutSeconds} s` : undefined);
      return {
        ...base,
        startedAt,
        durationMs: Math.round(run.clock.monotonic() - start),
        status: bad ? "FAILED" : "OK",
        ...(bad && { reason: bad }),
        stdout: run.outputs.keep(bytes),
        stderr: run.outputs.keep(result.stderr, result.stderrBytes),
      };
    },
  });
  return { ...base, status: "OK", startedAt };
}

/** Ending `docker exec` leaves its process in the node running: it is found by its mark and ended there. */
async function killMarked(context: StepContext<"background">, node: string, mark: string): Promise<void> {
  const script =
    'for e in /proc/[0-9]*/environ; do if grep -qsz -x -F "$1" "$e"; then p=${e#/proc/}; kill "${p%/environ}"; fi; done; true';
  const argv = nodeArgv(context.run, node, ["sh", "-c", script, "labbook-stop", mark]);
  const result = await context.run.transport.run({ argv, timeoutMs: 15_000 });
  if (result.exitCode !== 0)
    context.run.log.warn(`${mark} may still run on ${node}: look with \`lab clean\``);
}
