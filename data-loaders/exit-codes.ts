/** Exit codes of the `lab` command. A REFUTED prediction is a result and ends with 0 unless `--strict` is given. */
export const exit = {
  done: 0,
  /** Internal error. */
  fault: 1,
  /** Wrong usage, or a lab declaration with faults. */
  usage: 2,
  /** Nothing ran. */
  notRun: 3,
  /** A step FAILED, TIMED_OUT or was BLOCKED. */
  stepFailed: 4,
  /** Cleanup left something behind. */
  leftovers: 5,
  /** `--strict`, and a prediction was REFUTED. */
  refuted: 6,
  verificationFailed: 7,
  /** Refused: not the dedicated cluster. */
  refused: 8,
  /** The time limit of the whole run (`lab run --timeout`) was reached; cleaned up. */
  timeLimit: 9,
  /** Interrupted, and cleaned up. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];
