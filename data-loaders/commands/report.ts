import type { EnvironmentEffects } from "../environment/effects.js";
import { describeError, LabError } from "../errors.js";
import type { ExitCode } from "../exit-codes.js";

/** Runs a command's work; an error that says what to do becomes a message (and JSON) and its exit code. */
export async function report(
  options: { json?: boolean },
  effects: Pick<EnvironmentEffects, "log" | "output">,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    effects.log.warn(describeError(error));
    if (options.json) {
      const { code, message, remedy, exitCode } = error;
      effects.output(`${JSON.stringify({ error: { code, message, remedy, exitCode } })}\n`);
    }
    return error.exitCode;
  }
}
