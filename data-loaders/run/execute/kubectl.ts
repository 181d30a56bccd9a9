import type { StepContext } from "../context.js";
import { runCommand } from "./command.js";

/** kubectl with the dedicated cluster's kubeconfig, in the lab's Namespace unless the argv names another. */
export function executeKubectl(context: StepContext<"kubectl">) {
  const { step } = context;
  const stdin = step.stdin === undefined ? {} : { stdin: new TextEncoder().encode(step.stdin) };
  return runCommand(context, { target: "vm", argv: kubectlArgv(context.run, step.argv), ...stdin });
}

/** The whole argv: what a page shows can be pasted in the project's root. */
export function kubectlArgv(run: StepContext["run"], argv: string[], namespace = run.namespace): string[] {
  if (!run.cluster)
    throw new Error("kubectl needs the dedicated cluster, and this lab declares no environment kind");
  // what follows `--` belongs to a command inside a Pod: its -A or -n is not kubectl's
  const end = argv.indexOf("--");
  const own = end < 0 ? argv : argv.slice(0, end);
  const named = own.some((word) => /^(-n|-A|--namespace(=.*)?|--all-namespaces|--raw(=.*)?)$/.test(word));
  return [
    "kubectl",
    "--kubeconfig",
    run.cluster.kubeconfig,
    ...(named ? [] : ["--namespace", namespace]),
    ...argv,
  ];
}
