import { readFile } from "node:fs/promises";
import type { StepRecord } from "../../../src/model/run.js";
import { buildProbeImage } from "../../image/build.js";
import { readTar } from "../../image/tar.js";
import { pushImageTo } from "../../registry/push.js";
import { pushable } from "../../registry/variant.js";
import type { RunContext, StepContext } from "../context.js";
import { registryHost } from "../registry-names.js";
import { baseRecord } from "./command.js";

/** Builds the probe image, changes it as the step says, and pushes it over the registry API. */
export async function executePushImage(context: StepContext<"pushImage">): Promise<StepRecord> {
  const { run, step } = context;
  const { registry, repository, tag, label, files, architecture, entrypoint, indexFor } = step;
  const { host } = registryHost(run, registry);
  const base = baseRecord(context, "vm", ["./lab", "push", `${host}/${repository}:${tag}`]);
  const startedAt = run.clock.now().toISOString();
  const start = run.clock.monotonic();
  const since = () => Math.round(run.clock.monotonic() - start);
  try {
    const url = await reach(run, registry);
    const built = await buildProbeImage({ transport: run.transport });
    const layout = await layoutOf(built.archivePath);
    const image = await pushable(layout, { label, files, architecture, entrypoint, indexFor });
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(step.timeoutSeconds * 1000)]);
    const auth = credentials(run, registry);
    const destination = { url, repository, tag, signal, ...(auth && { auth }) };
    const answers = await pushImageTo(destination, image);
    const named = (image.index ?? image.manifest).descriptor;
    const told = {
      ref: `${host}/${repository}@${named.digest}`,
      tag: `${host}/${repository}:${tag}`,
      digest: named.digest,
      manifestDigest: image.manifest.descriptor.digest,
      ...(image.index && { indexDigest: image.index.descriptor.digest }),
      config: image.config,
      layers: image.layers,
      chainId: image.chainId,
      source: built.sourceDigest,
      base: built.base,
      answers,
    };
    for (const word of ["ref", "tag", "digest"] as const) run.given.set(`${step.id}.${word}`, told[word]);
    run.given.set("image.pushed", told.ref);
    const stdout = run.outputs.keep(new TextEncoder().encode(`${JSON.stringify(told, null, 2)}\n`));
    return { ...base, status: "OK", startedAt, durationMs: since(), exitCode: 0, stdout };
  } catch (error) {
    return { ...base, status: "FAILED", startedAt, durationMs: since(), reason: (error as Error).message };
  }
}

/** The newest layout that was read: a lab pushes several variants of one, and its base is large. */
let kept: { path: string; files: Map<string, Uint8Array> } | undefined;

async function layoutOf(path: string): Promise<Map<string, Uint8Array>> {
  if (kept?.path !== path) kept = { path, files: await readTar(await readFile(path)) };
  return kept.files;
}

/** The registry as this machine reaches it: the VM's loopback, through the transport. */
async function reach(run: RunContext, registry: string): Promise<string> {
  const url = run.given.get(`${registry}.url`);
  if (!url) throw new Error(`the registry ${registry} was not started in this run`);
  const { hostname, port } = new URL(url);
  const here = await run.transport.forward(hostname, Number(port));
  return `http://${here.host}:${here.port}`;
}

function credentials(run: RunContext, registry: string): { username: string; password: string } | undefined {
  const username = run.given.get(`${registry}.username`);
  const password = run.given.get(`${registry}.password`);
  return username !== undefined && password !== undefined ? { username, password } : undefined;
}
