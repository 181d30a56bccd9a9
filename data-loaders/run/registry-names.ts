import type { RunContext } from "./context.js";

/**
 * How a lab's registry is called: one name a cluster, lab and step, so that labs that share a cluster do not meet.
 * `host` is what image references begin with.
 */
export function registryHost(
  run: Pick<RunContext, "cluster" | "lab">,
  step: string,
): { container: string; host: string } {
  const container = `${run.cluster?.name ?? "labbook"}-${run.lab.id}-${step}`;
  return { container, host: `${container}:5000` };
}

/** `<step>.host` and `<step>.container` of the lab's registry steps; they are known before the registry is started. */
export function registryPlaceholder(run: RunContext, name: string): string | undefined {
  const [step = "", what] = [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf(".") + 1)];
  if (what !== "host" && what !== "container") return undefined;
  const declared = run.lab.cases.some((c) => c.steps.some((s) => s.kind === "registry" && s.id === step));
  return declared ? registryHost(run, step)[what] : undefined;
}
