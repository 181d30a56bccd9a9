import type { StepRecord } from "../../../src/model/run.js";
import { readPod } from "../../collect/readings.js";
import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";

/** Reads a Pod's layers as `lab diagnose` does; the readings, raw, are the step's output. */
export async function executeDiagnose(context: StepContext<"diagnose">): Promise<StepRecord> {
  const { run, step } = context;
  const namespace = step.namespace ?? run.namespace;
  const cluster = run.cluster!;
  const startedAt = run.clock.now().toISOString();
  const start = run.clock.monotonic();
  const place = {
    transport: run.transport,
    cluster,
    nodes: cluster.nodes.map((node) => node.name),
    signal: run.signal,
  };
  const readings = await readPod(place, namespace, step.pod);
  return {
    ...baseRecord(context, `pod/${namespace}/${step.pod}`, ["./lab", "diagnose", step.pod, "-n", namespace]),
    status: "OK",
    startedAt,
    durationMs: Math.round(run.clock.monotonic() - start),
    exitCode: 0,
    stdout: run.outputs.keep(new TextEncoder().encode(`${JSON.stringify(readings, null, 2)}\n`)),
  };
}
