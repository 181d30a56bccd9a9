import type { Step } from "../../../labs/vocabulary/lab.js";
import type { StepRecord } from "../../../src/model/run.js";
import type { CommandRequest, CommandResult } from "../../effects.js";
import { asPinned } from "../../environment/cluster/pinned-kubeconfig.js";
import { describeEnd, isExecFailure } from "../../environment/command.js";
import type { StepContext } from "../context.js";
import { incompleteness } from "./complete.js";

export interface Command {
  target: string;
  argv: string[];
  stdin?: Uint8Array;
  cwd?: string;
  maxBytes?: number;
  /** Names that it takes over from this process's environment, beside those that every command does. */
  inherits?: readonly string[];
}

/** Runs one command on the VM through the run's transport and records what came of it. */
export async function runCommand(context: StepContext, command: Command): Promise<StepRecord> {
  const { run, step } = context;
  const request: CommandRequest = {
    argv: asPinned(run.cluster, command.argv),
    timeoutMs: step.timeoutSeconds * 1000,
    signal: run.signal,
    ...(command.stdin && { stdin: command.stdin }),
    ...(command.cwd && { cwd: command.cwd }),
    ...(command.maxBytes && { maxBytes: command.maxBytes }),
    ...(command.inherits && { inherits: command.inherits }),
  };
  const result = await run.transport.run(request);
  return recordOf(context, command, result);
}

/** The record of a command that ended, whatever way. */
export function recordOf(context: StepContext, command: Command, result: CommandResult): StepRecord {
  const { outputs } = context.run;
  const outcome = judgeResult(context.step, command, result);
  return {
    ...baseRecord(context, command.target, command.argv),
    ...outcome,
    startedAt: result.startedAt,
    durationMs: Math.round(result.durationMs),
    ...(result.exitCode !== undefined && { exitCode: result.exitCode }),
    ...(result.signal && { signal: result.signal }),
    ...(result.timedOut && { timedOut: true }),
    ...(command.stdin && { stdin: outputs.keep(command.stdin) }),
    stdout: outputs.keep(result.stdout, result.stdoutBytes),
    stderr: outputs.keep(result.stderr, result.stderrBytes),
  };
}

/** What every record of a step begins with. */
export function baseRecord(context: StepContext, target: string, argv: string[]) {
  const { step } = context;
  return { id: step.id, case: context.case, kind: step.kind, title: step.title, target, argv };
}

type Outcome = Pick<StepRecord, "status" | "reason">;

function judgeResult(step: Step, command: Command, result: CommandResult): Outcome {
  const culprit = culpritOf(command);
  if (result.notStarted) {
    const { code, message } = result.notStarted;
    return code === "ENOENT"
      ? {
          status: "NOT_RUN",
          reason: `${command.argv[0]} is not installed here; \`lab doctor\` says how to get it`,
        }
      : { status: "FAILED", reason: `${command.argv[0]} could not be started: ${message}` };
  }
  if (result.timedOut) {
    return {
      status: "TIMED_OUT",
      reason: `${culprit} did not end within ${step.timeoutSeconds} s and was killed`,
    };
  }
  const stderr = new TextDecoder().decode(result.stderr);
  if (isExecFailure(result)) {
    return { status: "FAILED", reason: `${culprit} was never started: ${describeEnd(result)}` };
  }
  if (result.exitCode === 127 && command.argv[0] === "docker" && /executable file not found/.test(stderr)) {
    return { status: "NOT_RUN", reason: `${culprit} is not there: ${stderr.trim()}` };
  }
  if (result.transportEndedEarly) {
    return { status: "FAILED", reason: `transport ended early: ${result.transportEndedEarly}` };
  }
  const expected = step.expectExit ?? [0];
  if (result.signal && expected !== "any")
    return { status: "FAILED", reason: `${culprit} was ended by ${result.signal}` };
  if (expected !== "any" && !expected.includes(result.exitCode ?? -1)) {
    const tail = stderr.trim().split("\n").slice(-3).join("\n");
    return {
      status: "FAILED",
      reason: `${culprit}: expected exit ${expected.join(" or ")}, got ${result.exitCode}. ${tail}`,
    };
  }
  const lack = incompleteness(step.complete, result.stdout);
  return lack ? { status: "FAILED", reason: lack } : { status: "OK" };
}

/** The program that a person would name, and where it runs. */
function culpritOf(command: Command): string {
  const words = command.target.startsWith("node/")
    ? command.argv.slice(command.argv.indexOf(command.target.slice(5)) + 1)
    : command.argv;
  const place = command.target === "vm" ? "" : ` on ${command.target}`;
  return `${words[0] ?? command.argv[0]}${place}`;
}
