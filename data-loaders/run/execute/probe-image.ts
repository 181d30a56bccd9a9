import type { StepRecord } from "../../../src/model/run.js";
import { buildProbeImage } from "../../image/build.js";
import { loadProbeImage } from "../../image/load.js";
import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";

/** Builds the probe image from its verified source and pinned base, and brings it to every node. */
export async function executeProbeImage(context: StepContext<"probeImage">): Promise<StepRecord> {
  const { run } = context;
  const base = baseRecord(context, "vm", ["./lab", "image"]);
  const startedAt = run.clock.now().toISOString();
  const start = run.clock.monotonic();
  const since = () => Math.round(run.clock.monotonic() - start);
  try {
    const image = await buildProbeImage({ transport: run.transport });
    const nodes = run.cluster!.nodes.map((node) => node.name);
    await loadProbeImage({ transport: run.transport }, nodes, image);
    run.given.set("image.probe", image.ref);
    run.given.set("image.digest", image.manifestDigest);
    run.given.set("source.digest", image.sourceDigest);
    const { archivePath: _local, ...told } = image;
    const stdout = run.outputs.keep(
      new TextEncoder().encode(`${JSON.stringify({ ...told, nodes }, null, 2)}\n`),
    );
    return { ...base, status: "OK", startedAt, durationMs: since(), exitCode: 0, stdout };
  } catch (error) {
    return { ...base, status: "FAILED", startedAt, durationMs: since(), reason: (error as Error).message };
  }
}
