import type { CommandRequest, CommandResult, Transport } from "../effects.js";
import { MissingError } from "../errors.js";
import { pasteReady } from "./transport/quote.js";
import { sshAddress } from "./transport/ssh-address.js";

/** Text of a command's stdout. */
export function stdoutText(result: CommandResult): string {
  return new TextDecoder().decode(result.stdout);
}

export function stderrText(result: CommandResult): string {
  return new TextDecoder().decode(result.stderr);
}

/** True when the command ran to its end and said 0. */
export function succeeded(result: CommandResult): boolean {
  return (
    result.exitCode === 0 &&
    !result.timedOut &&
    !result.notStarted &&
    result.transportEndedEarly === undefined
  );
}

/** How a command ended, with the last lines of its stderr: for messages. */
export function describeEnd(result: CommandResult): string {
  const how = result.notStarted
    ? result.notStarted.message
    : result.timedOut
      ? `timed out after ${Math.round(result.durationMs)} ms`
      : result.transportEndedEarly !== undefined
        ? result.transportEndedEarly
        : result.exitCode === undefined
          ? `was ended by ${result.signal ?? "a signal"}`
          : `exit ${result.exitCode}`;
  const words = isExecFailure(result) ? stdoutText(result) : stderrText(result);
  const said = words.trim().split("\n").slice(-5).join("\n  ");
  return said ? `${how}\n  ${said}` : how;
}

/** docker could not start a process in the container: it says so on stdout, with exit 126, as though the command had. */
export function isExecFailure(result: CommandResult): boolean {
  return result.exitCode === 126 && stdoutText(result).startsWith("OCI runtime exec failed");
}

/**
 * Runs a command that has to succeed.
 * @throws MissingError with the paste-ready command, how it ended and the last lines of stderr.
 */
export async function must(
  transport: Transport,
  what: string,
  argv: string[],
  options: Omit<CommandRequest, "argv"> & { remedy?: string },
): Promise<CommandResult> {
  let result = await transport.run({ argv, ...options });
  // On a loaded VM docker now and then cannot start a process; nothing has run then, so it may be asked again.
  for (let tries = 1; isExecFailure(result) && tries < 3; tries++) {
    result = await transport.run({ argv, ...options });
  }
  if (succeeded(result)) return result;
  throw new MissingError(
    result.notStarted?.code ?? (result.timedOut ? "TIMED_OUT" : "COMMAND_FAILED"),
    `${what} failed\n  $ ${pasteReady(argv)}\n  expected exit 0, got ${describeEnd(result)}`,
    result.notStarted?.code === "TRANSPORT" ? connectionTest(transport.name) : options.remedy,
  );
}

/** Without a connection nothing on the VM can be mended first. */
function connectionTest(url: string): string {
  const { destination, port } = sshAddress(url);
  return pasteReady(["ssh", ...port, destination, "true"]);
}
