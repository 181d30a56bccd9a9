import { MissingError } from "../../errors.js";
import { must, stdoutText } from "../command.js";
import { checkClusterName, type EnvironmentEffects } from "../effects.js";
import { kindContainers } from "./containers.js";
import { kubeconfigPath, writePrivate } from "./kubeconfig.js";
import { forgetCluster, readOrigin, writeOrigin } from "./ownership.js";
import { identifyCluster, type ProvenCluster, proveCluster } from "./prove.js";
import { labelNodes } from "./ready.js";

/** What a person agrees to. */
export function adoptionWarning(cluster: string, nodes: string[]): string {
  return [
    `Labs will do as they like with the kind cluster ${cluster} (${nodes.join(", ")}):`,
    "  - create and delete Namespaces, Pods, volumes and Node taints",
    "  - cordon and drain nodes, stop and start kubelet and containerd, move CNI configuration away",
    "  - load images into nodes and run commands as root inside them",
    "Do not adopt a cluster that anything of value runs in.",
  ].join("\n");
}

/**
 * Declares an existing kind cluster dedicated, after asking. The cluster is identified before anything is changed in it.
 * @returns undefined when the person declined
 */
export async function adoptCluster(
  cluster: string,
  effects: EnvironmentEffects,
): Promise<ProvenCluster | undefined> {
  checkClusterName(cluster);
  const containers = await kindContainers(effects.transport, cluster);
  if (containers.length === 0) {
    throw new MissingError("NO_CLUSTER", `docker has no kind cluster ${cluster}`, "kind get clusters");
  }
  effects.log.warn(
    adoptionWarning(
      cluster,
      containers.map((one) => one.name),
    ),
  );
  if (!(await effects.ask(`Adopt ${cluster}?`))) return undefined;
  const known = await readOrigin(effects, cluster);
  const kubeconfig = await must(
    effects.transport,
    "asking kind for the kubeconfig",
    ["kind", "get", "kubeconfig", "--name", cluster],
    {
      timeoutMs: 15_000,
    },
  );
  await writePrivate(effects, kubeconfigPath(effects, cluster), stdoutText(kubeconfig));
  try {
    const found = await identifyCluster(effects, cluster);
    await labelNodes(effects, found.cluster);
    await writeOrigin(effects, cluster, known === "created" ? "created" : "adopted");
    return await proveCluster(effects, cluster);
  } catch (error) {
    if (known === undefined) await forgetCluster(effects, cluster);
    throw error;
  }
}
