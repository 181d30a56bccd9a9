import type { StepContext } from "../context.js";
import { runCommand } from "./command.js";
import { kubectlArgv } from "./kubectl.js";

/** kubectl wait, which watches the object until the condition holds. */
export function executeWait(context: StepContext<"wait">) {
  const { step, run } = context;
  const words = ["wait", step.object, `--for=${step.for}`, `--timeout=${step.timeoutSeconds}s`];
  // a little longer than kubectl's own timeout, so that its message is kept
  const patient = { ...context, step: { ...step, timeoutSeconds: step.timeoutSeconds + 5 } };
  return runCommand(patient, {
    target: "vm",
    argv: kubectlArgv(run, words, step.namespace ?? run.namespace),
  });
}
