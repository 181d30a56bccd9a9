import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fillPlaceholders } from "../../../labs/vocabulary/placeholders.js";
import type { StepContext } from "../context.js";
import { fill } from "../fill.js";
import { runCommand } from "./command.js";
import { kubectlArgv } from "./kubectl.js";

/** kubectl apply of a manifest in the lab's folder; the bytes that were applied are kept as the step's stdin. */
export async function executeApply(context: StepContext<"apply">) {
  const { step, run } = context;
  const manifest = await readFile(join("labs", run.folder, step.manifest), "utf8");
  const stdin = new TextEncoder().encode(fillPlaceholders(manifest, (name) => fill(run, name)));
  const argv = kubectlArgv(run, ["apply", "-f", "-"], step.namespace ?? run.namespace);
  return runCommand(context, { target: "vm", argv, stdin });
}
