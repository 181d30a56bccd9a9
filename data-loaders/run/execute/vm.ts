import { dockerLoginNames, dockerNames } from "../../environment/transport/child-environment.js";
import type { StepContext } from "../context.js";
import { runCommand } from "./command.js";

/** A command on the VM, from the project's root. */
export function executeVm(context: StepContext<"vm">) {
  const { argv, stdin } = context.step;
  return runCommand(context, {
    target: "vm",
    argv,
    ...(stdin !== undefined && { stdin: new TextEncoder().encode(stdin) }),
    ...(argv[0] === "./lab" && { inherits: ownNames }),
  });
}

/** What this command was told of images and of the docker daemon holds for a lab command that it starts. */
const ownNames = ["LABBOOK_BASE_IMAGE", "LABBOOK_REGISTRY_IMAGE", ...dockerNames, ...dockerLoginNames];
