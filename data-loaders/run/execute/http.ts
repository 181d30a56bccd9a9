import type { StepContext } from "../context.js";
import { runCommand } from "./command.js";
import { nodeArgv } from "./node.js";

/** An HTTP request by curl from a node, or from the VM when `from` is `vm`; headers and body are the output. */
export function executeHttp(context: StepContext<"http">) {
  const { step, run } = context;
  const headers = Object.entries(step.headers ?? {}).flatMap(([name, value]) => [
    "--header",
    `${name}: ${value}`,
  ]);
  const body = step.body === undefined ? [] : ["--data-binary", step.body];
  const argv = [
    ...["curl", "--silent", "--show-error", "--include", "--max-time", String(step.timeoutSeconds)],
    ...["--request", step.method ?? "GET", ...headers, ...body, step.url],
  ];
  const patient = { ...context, step: { ...step, timeoutSeconds: step.timeoutSeconds + 5 } };
  return step.from === "vm"
    ? runCommand(patient, { target: "vm", argv })
    : runCommand(patient, { target: `node/${step.from}`, argv: nodeArgv(run, step.from, argv) });
}
