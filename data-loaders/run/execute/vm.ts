import type { StepContext } from "../context.js";
import { runCommand } from "./command.js";

/** A command on the VM, from the project's root. */
export function executeVm(context: StepContext<"vm">) {
  const { argv, stdin } = context.step;
  return runCommand(context, {
    target: "vm",
    argv,
    ...(stdin !== undefined && { stdin: new TextEncoder().encode(stdin) }),
  });
}
