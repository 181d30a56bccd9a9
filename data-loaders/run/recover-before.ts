import type { EnvironmentEffects } from "../environment/effects.js";
import { describeError, LabError } from "../errors.js";
import { STATE, writeFault } from "../writable.js";
import { journalFiles } from "./journal.js";

/** Commands that must not begin while something is left of an earlier run: what they find would not be as it was. */
const strict = ["run", "clean"];

/**
 * Finishes what killed runs left, before a command does its own. Where that is not possible now, a command that runs labs ends
 * with the reason; any other one warns and goes on, and where nothing can be written so does every one.
 * @returns whether nothing is left that could be tried again
 */
export async function recoverBefore(name: string, session: EnvironmentEffects): Promise<boolean> {
  try {
    const open = journalFiles().length;
    if (open === 0) return true;
    const fault = writeFault(STATE);
    if (fault) {
      session.log.warn(`${open} unfinished runs are left as they are: ${fault}`);
      return true;
    }
    // loaded here, so that a command with nothing to finish starts quickly
    const { recoverFirst } = await import("./recover.js");
    await recoverFirst(session, name === "clean");
    return true;
  } catch (error) {
    if (!(error instanceof LabError) || strict.includes(name)) throw error;
    // whoever reads another user's project has nothing to finish in it
    if (error.code === "JOURNALS_OF_ANOTHER") return true;
    session.log.warn(describeError(error));
    return false;
  }
}
