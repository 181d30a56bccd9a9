import type { CommandRequest, CommandResult } from "../../effects.js";
import type { MarkerFilter } from "./markers.js";

/**
 * What really happened, from the marker lines and not from ssh's exit code: 255 may be the command's own.
 * @param cut whether this side ended it (timeout, signal, stop)
 */
export function judgeSsh(
  result: CommandResult,
  marks: MarkerFilter,
  request: CommandRequest,
  cut: boolean,
): CommandResult {
  const own: CommandResult = {
    ...result,
    argv: request.argv,
    exitCode: marks.exitCode,
    signal: undefined,
    notStarted: undefined,
  };
  if (marks.refused) return { ...own, notStarted: refusal(marks.refused, request) };
  if (marks.exitCode !== undefined) return own;
  if (cut) return { ...own, signal: result.signal ?? "SIGTERM" };
  if (!marks.started) {
    const message =
      result.notStarted?.message ?? lastLines(marks.preamble) ?? `ssh ended with ${ending(result)}`;
    return { ...own, notStarted: { code: "TRANSPORT", message: `no connection: ${message}` } };
  }
  const said = lastLines(new TextDecoder().decode(result.stderr));
  const tail = said ? `; last words on stderr: ${said}` : "";
  return {
    ...own,
    transportEndedEarly: `ssh ended with ${ending(result)} before the command's end marker came${tail}`,
  };
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

function refusal(
  refused: { what: string; detail: string },
  request: CommandRequest,
): NonNullable<CommandResult["notStarted"]> {
  const program = request.argv[0];
  if (refused.what === "missing") return { code: "ENOENT", message: `${program}: no such program on the VM` };
  if (refused.what === "nocwd")
    return { code: "ENOENT", message: `no such folder on the VM: ${refused.detail}` };
  if (refused.what === "forbidden")
    return { code: "EACCES", message: `${program}: not executable on the VM` };
  throw new Error(`unknown marker from the remote wrapper: ${refused.what}`);
}

function ending(result: CommandResult): string {
  return result.exitCode === undefined ? `signal ${result.signal ?? "unknown"}` : `exit ${result.exitCode}`;
}

function lastLines(text: string): string | undefined {
  return text.trim().split("\n").slice(-3).join(" | ").trim() || undefined;
}
