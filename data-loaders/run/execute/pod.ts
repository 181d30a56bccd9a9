import type { StepContext } from "../context.js";
import { runCommand } from "./command.js";
import { kubectlArgv } from "./kubectl.js";

/** A command in a container of a Pod: `kubectl exec`. */
export function executePod(context: StepContext<"pod">) {
  const { step, run } = context;
  const namespace = step.namespace ?? run.namespace;
  const container = step.container ? ["--container", step.container] : [];
  const argv = kubectlArgv(run, ["exec", step.pod, ...container, "--", ...step.argv], namespace);
  return runCommand(context, { target: `pod/${namespace}/${step.pod}/${step.container ?? ""}`, argv });
}
