import type { StepRecord } from "../../../src/model/run.js";
import { registryImage } from "../../registry/image.js";
import { startRegistry } from "../../registry/start.js";
import { registryUndo } from "../../registry/undo.js";
import type { StepContext } from "../context.js";
import { registryHost } from "../registry-names.js";
import { baseRecord } from "./command.js";

/** Starts the lab's own registry; its removal is in the journal before the container is made. */
export async function executeRegistry(context: StepContext<"registry">): Promise<StepRecord> {
  const { run, step } = context;
  const { container, host } = registryHost(run, step.id);
  const nodes = run.cluster!.nodes.map((node) => node.name);
  const image = registryImage();
  run.journal.declare(step.id, registryUndo({ id: step.id, container, host, run: run.runId, nodes }));
  const base = baseRecord(context, "vm", ["docker", "start", container]);
  const startedAt = run.clock.now().toISOString();
  const start = run.clock.monotonic();
  const since = () => Math.round(run.clock.monotonic() - start);
  const authenticated = step.authenticated ?? false;
  try {
    const started = await startRegistry(run, {
      image,
      container,
      host,
      run: run.runId,
      nodes,
      authenticated,
    });
    run.given.set(`${step.id}.url`, started.url);
    if (started.auth) {
      run.given.set(`${step.id}.username`, started.auth.username);
      run.given.set(`${step.id}.password`, started.auth.password);
    }
    const stdout = run.outputs.keep(new TextEncoder().encode(`${JSON.stringify(started, null, 2)}\n`));
    return { ...base, status: "OK", startedAt, durationMs: since(), exitCode: 0, stdout };
  } catch (error) {
    return { ...base, status: "FAILED", startedAt, durationMs: since(), reason: (error as Error).message };
  }
}
