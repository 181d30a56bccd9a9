import type { Output, RunDocument } from "./run.js";

/** Every output that a run's steps, those of its cleanup included, refer to. */
export function outputsOf(run: Pick<RunDocument, "steps" | "cleanup">): Output[] {
  return [...run.steps, ...run.cleanup.steps].flatMap((step) =>
    [step.stdin, step.stdout, step.stderr].filter((output) => output !== undefined),
  );
}
