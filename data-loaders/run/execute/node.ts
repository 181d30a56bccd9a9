import type { StepContext } from "../context.js";
import { runCommand } from "./command.js";

/** A command in a node container: `docker exec NODE …`. Only nodes of the proven cluster are reached. */
export function executeNode(context: StepContext<"node">) {
  const { step, run } = context;
  const argv = nodeArgv(run, step.node, step.argv, step.stdin !== undefined);
  const stdin = step.stdin === undefined ? {} : { stdin: new TextEncoder().encode(step.stdin) };
  return runCommand(context, { target: `node/${step.node}`, argv, ...stdin });
}

/** The argv on the VM of a command in a node; refuses a container that is not a node of the proven cluster. */
export function nodeArgv(run: StepContext["run"], node: string, argv: string[], withStdin = false): string[] {
  const known = run.cluster?.nodes.map((n) => n.name) ?? [];
  if (!known.includes(node)) {
    throw new Error(
      `${node} is not a node of the dedicated cluster (its nodes are ${known.join(", ") || "none"})`,
    );
  }
  return ["docker", "exec", ...(withStdin ? ["-i"] : []), node, ...argv];
}
