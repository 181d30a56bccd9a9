import { fromCaller } from "../../caller.js";
import { MissingError, RefusedError } from "../../errors.js";
import { must, stdoutText, succeeded } from "../command.js";
import { checkClusterName, type EnvironmentEffects } from "../effects.js";
import { containerFile } from "./container-file.js";
import { type KindContainer, kindContainers } from "./containers.js";
import { createCluster, deleteCluster } from "./create.js";
import { raiseInotifyLimits } from "./kernel.js";
import { kindConfig } from "./kind-config.js";
import { isOurs, readOrigin, writeOrigin } from "./ownership.js";
import type { ProvenCluster } from "./prove.js";
import { waitUntilReady } from "./ready.js";

export interface UpOptions {
  workers?: number;
  image?: string;
  kindConfig?: string;
  retain?: boolean;
}

export interface UpResult {
  did: "created" | "started" | "nothing";
  cluster: ProvenCluster;
}

/**
 * Makes the dedicated cluster, or starts the stopped nodes of the one that is there, and proves that it works.
 * @throws MissingError (docker, kind, an image or a limit is missing), RefusedError (a cluster of that name is not ours)
 */
export async function clusterUp(options: UpOptions, effects: EnvironmentEffects): Promise<UpResult> {
  const cluster = effects.settings.cluster;
  checkClusterName(cluster);
  await requirePrograms(effects);
  await raiseInotifyLimits(effects);
  await removeUnfinished(effects, cluster);
  const containers = await kindContainers(effects.transport, cluster);
  if (containers.length > 0) {
    await requireOurs(effects, cluster, containers);
    const started = await startNodes(effects, containers);
    return { did: started ? "started" : "nothing", cluster: await waitUntilReady(effects, cluster, 240_000) };
  }
  const retain = options.retain ?? false;
  const file =
    options.kindConfig ?? (options.workers === undefined ? effects.settings.kindConfig : undefined);
  const config = kindConfig({
    cluster,
    workers: options.workers,
    ...(file && { file: fromCaller(file) }),
    cgroup: await cgroupVersion(effects),
  });
  await createCluster(effects, {
    cluster,
    config,
    retain,
    image: options.image ?? effects.settings.nodeImage,
  });
  try {
    const proven = await waitUntilReady(effects, cluster, 240_000);
    await writeOrigin(effects, cluster, "created");
    return { did: "created", cluster: proven };
  } catch (error) {
    if (!retain) await deleteCluster(effects, cluster);
    throw error;
  }
}

async function requirePrograms(effects: EnvironmentEffects): Promise<void> {
  await must(
    effects.transport,
    "asking the docker server",
    ["docker", "info", "--format", "{{.ServerVersion}}"],
    {
      timeoutMs: 10_000,
      remedy: "sudo systemctl start docker",
    },
  );
  await must(effects.transport, "looking for kind", ["kind", "version"], {
    timeoutMs: 10_000,
    remedy: "go install sigs.k8s.io/kind@v0.33.0",
  });
}

/** A create of ours that was cut off is removed before anything else. */
async function removeUnfinished(effects: EnvironmentEffects, cluster: string): Promise<void> {
  if ((await readOrigin(effects, cluster)) !== "creating") return;
  effects.log.warn(`an earlier lab up did not finish; removing what it left of cluster ${cluster}`);
  await deleteCluster(effects, cluster);
}

async function requireOurs(
  effects: EnvironmentEffects,
  cluster: string,
  containers: KindContainer[],
): Promise<void> {
  if (await isOurs(effects, cluster, containers)) return;
  throw new RefusedError(
    "NOT_OURS",
    `refused: docker has a kind cluster ${cluster} (${containers.map((one) => one.name).join(", ")}), and this tool's kubeconfig is not of it`,
    `./lab adopt ${cluster}, or LABBOOK_CLUSTER=another ./lab up`,
  );
}

/**
 * Docker deals out addresses in the order of starting; the old order keeps most of them, which spares the nodes the
 * mending of their settings. Nothing relies on an address staying.
 */
async function startNodes(effects: EnvironmentEffects, containers: KindContainer[]): Promise<boolean> {
  const paused = containers.filter((one) => one.state === "paused");
  if (paused.length) {
    const names = paused.map((one) => one.name);
    throw new MissingError(
      "NODE_PAUSED",
      `node containers are paused: ${names.join(", ")}`,
      `docker unpause ${names.join(" ")}`,
    );
  }
  const stopped = containers.filter((one) => one.state === "stopped");
  const placed = await Promise.all(
    stopped.map(async (one) => ({ one, address: await oldAddress(effects, one) })),
  );
  placed.sort((a, b) => a.address.localeCompare(b.address, "en", { numeric: true }));
  for (const { one } of placed) {
    effects.log.info(`starting ${one.name}`);
    await must(effects.transport, `starting ${one.name}`, ["docker", "start", one.id], { timeoutMs: 60_000 });
  }
  return stopped.length > 0;
}

/** kind's node entrypoint notes the address a node had. */
async function oldAddress(effects: EnvironmentEffects, container: KindContainer): Promise<string> {
  try {
    const bytes = await containerFile(effects.transport, container.id, "/kind/old-ipv4");
    return new TextDecoder().decode(bytes).trim();
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    // A node that never started has none; it comes last, and control planes come before workers.
    return `999.${container.role === "worker" ? 1 : 0}`;
  }
}

export async function cgroupVersion(effects: Pick<EnvironmentEffects, "transport">): Promise<"v1" | "v2"> {
  const result = await effects.transport.run({
    argv: ["stat", "--file-system", "--format=%T", "/sys/fs/cgroup"],
    timeoutMs: 5000,
  });
  return succeeded(result) && stdoutText(result).trim() === "cgroup2fs" ? "v2" : "v1";
}
