import { constants } from "node:os";
import type { CommandRequest, CommandResult } from "../../effects.js";
import type { MarkerFilter } from "./markers.js";

/**
 * What really happened, from the marker lines and not from ssh's exit code: 255 may be the command's own.
 * @param sent whether the launcher was given the command; without it nothing can have run
 * @param cut whether this side ended it (timeout, signal, stop)
 */
export function judgeSsh(
  result: CommandResult,
  marks: MarkerFilter,
  request: CommandRequest,
  { sent, cut }: { sent: boolean; cut: boolean },
): CommandResult {
  const own: CommandResult = {
    ...result,
    argv: request.argv,
    exitCode: undefined,
    signal: undefined,
    notStarted: undefined,
  };
  if (marks.refused) return { ...own, notStarted: refusal(marks.refused, request) };
  if (marks.end) {
    return "exitCode" in marks.end
      ? { ...own, exitCode: marks.end.exitCode }
      : { ...own, signal: signalName(marks.end.signal) };
  }
  if (cut) return { ...own, signal: result.signal ?? "SIGTERM" };
  const words = lastLines(marks.started ? new TextDecoder().decode(result.stderr) : marks.preamble);
  if (!sent) {
    const message = result.notStarted?.message ?? words ?? `ssh ended with ${ending(result)}`;
    return { ...own, notStarted: { code: "TRANSPORT", message: `no connection: ${message}` } };
  }
  const when = marks.started
    ? "before the command's end marker came"
    : "before the command's start marker came: whether it ran is not known";
  const tail = words ? `; last words on stderr: ${words}` : "";
  return { ...own, transportEndedEarly: `ssh ended with ${ending(result)} ${when}${tail}` };
}

/** The result of a command for which no connection could be made. */
export function noConnection(request: CommandRequest, failure: string): CommandResult {
  return {
    argv: request.argv,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    timedOut: false,
    stdout: new Uint8Array(),
    stderr: new Uint8Array(),
    stdoutBytes: 0,
    stderrBytes: 0,
    notStarted: { code: "TRANSPORT", message: `no connection: ${failure}` },
  };
}

function refusal(what: string, request: CommandRequest): NonNullable<CommandResult["notStarted"]> {
  const program = request.argv[0];
  if (what === "missing") return { code: "ENOENT", message: `${program}: no such program on the VM` };
  if (what === "nocwd") return { code: "ENOENT", message: `no such folder on the VM: ${request.cwd}` };
  if (what === "forbidden") return { code: "EACCES", message: `${program}: not executable on the VM` };
  throw new Error(`unknown marker from the VM: ${what}`);
}

function signalName(number: number): string {
  const known = Object.entries(constants.signals).find(([, value]) => value === number);
  return known?.[0] ?? `signal ${number}`;
}

function ending(result: CommandResult): string {
  return result.exitCode === undefined ? `signal ${result.signal ?? "unknown"}` : `exit ${result.exitCode}`;
}

function lastLines(text: string): string | undefined {
  return text.trim().split("\n").slice(-3).join(" | ").trim() || undefined;
}
