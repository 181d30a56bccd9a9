import type { CommandRequest, CommandResult } from "../effects.js";
import { pasteReady } from "../environment/transport/quote.js";
import { type ImageEffects, ImageFault } from "./types.js";

/** Runs a command that has to succeed. `what` and `remedy` make the error readable; the fault's code says whose it is. */
export async function mustRun(
  { transport }: ImageEffects,
  request: CommandRequest,
  fault: { code: ImageFault["code"]; what: string; remedy: string },
): Promise<CommandResult> {
  const result = await transport.run(request);
  if (result.exitCode === 0 && !result.timedOut) return result;
  const code = result.notStarted?.code === "ENOENT" ? "DOCKER_MISSING" : fault.code;
  throw new ImageFault(
    code,
    `${fault.what}\n  ${pasteReady(request.argv)}\n${outcome(request, result)}\n${fault.remedy}`,
  );
}

function outcome(request: CommandRequest, result: CommandResult): string {
  if (result.notStarted)
    return `expected it to start, got ${result.notStarted.code}: ${result.notStarted.message}`;
  const got = result.timedOut
    ? `nothing within ${request.timeoutMs} ms`
    : result.signal
      ? `signal ${result.signal}`
      : `exit ${result.exitCode}`;
  const stderr = new TextDecoder().decode(result.stderr).trimEnd().split("\n").slice(-5);
  return [`expected exit 0, got ${got}`, ...stderr.map((line) => `  ${line}`)].join("\n");
}
