import { node, t, vm } from "../../../labs/vocabulary/index.js";
import type { Undo } from "../../../labs/vocabulary/lab.js";
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
  // a lab that is killed cannot end it: the next command does
  const process = `${step.id}-process`;
  run.journal.declare(process, endMarked(process, step.node, mark));
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
  if (pattern) {
    const waited = new AbortController();
    await Promise.race([isReady, ended, run.clock.sleep(10_000, waited.signal)]);
    // a timer that still ran would keep this process from ending when it is done
    waited.abort();
  }
  run.running.set(step.id, {
    stop: async () => {
      const result = await command.stop();
      if (!step.node || (await killMarked(context, step.node, mark))) run.journal.undone(process);
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

/** Argument: a mark in the environment of a process, which stays when the command's own line is changed by exec. */
const KILL = `for e in $(grep -lsz -x -F "$1" /proc/[0-9]*/environ); do p=\${e#/proc/}; kill "\${p%/environ}"; done; true`;
/** With -q a match counts even when another process vanished meanwhile, which alone would be exit 2. */
const NONE_IS_MARKED = '! grep -qsz -x -F "$1" /proc/[0-9]*/environ';

/** Ending `docker exec` leaves its process in the node running: it is found by its mark and ended there. */
async function killMarked(context: StepContext<"background">, on: string, mark: string): Promise<boolean> {
  const argv = nodeArgv(context.run, on, ["sh", "-c", KILL, "labbook-stop", mark]);
  const result = await context.run.transport.run({ argv, timeoutMs: 15_000 });
  return result.exitCode === 0;
}

/** The same as an undo, for a command that was started and whose lab did not live to stop it. */
export function endMarked(id: string, on: string | undefined, mark: string): Undo {
  const command = (name: string, title: Undo["title"], script: string) => {
    const argv = ["sh", "-c", script, "labbook-stop", mark];
    return on === undefined ? vm(name, title, argv) : node(name, title, on, argv);
  };
  return {
    title: t("End the background command", "结束后台命令"),
    steps: [command(`${id}-kill`, t("End it", "结束它"), KILL)],
    proof: [command(`${id}-ended`, t("It does not run any more", "它已不再运行"), NONE_IS_MARKED)],
  };
}
