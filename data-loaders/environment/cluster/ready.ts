import { MissingError } from "../../errors.js";
import { must } from "../command.js";
import type { EnvironmentEffects } from "../effects.js";
import { askCoreDns } from "./dns.js";
import { dedicatedLabel } from "./nodes.js";
import { identifyCluster, type ProvenCluster, proveCluster } from "./prove.js";
import { kubectlInside } from "./system-namespace.js";

/**
 * Waits until the cluster proves itself, carries the label, all Nodes are Ready and CoreDNS answers.
 * After a restart Nodes report for a while what was true before; therefore it asks for what works.
 * @throws what the last try said, when the time is over; RefusedError at once
 */
export async function waitUntilReady(
  effects: EnvironmentEffects,
  cluster: string,
  timeoutMs: number,
): Promise<ProvenCluster> {
  const deadline = effects.clock.monotonic() + timeoutMs;
  let told = "";
  for (;;) {
    const fault = await oneLook(effects, cluster);
    if (fault === undefined) return proveCluster(effects, cluster);
    if (effects.clock.monotonic() > deadline) {
      throw new MissingError(
        "NOT_READY",
        `cluster ${cluster} was not ready within ${timeoutMs / 1000} s: ${fault.message}`,
        `docker exec ${cluster}-control-plane kubectl --kubeconfig=/etc/kubernetes/admin.conf get nodes,pods -A`,
        fault,
      );
    }
    const [firstLine = ""] = fault.message.split("\n");
    if (firstLine !== told) effects.log.info(`waiting: ${firstLine}`);
    told = firstLine;
    await effects.clock.sleep(1000);
  }
}

async function oneLook(effects: EnvironmentEffects, cluster: string): Promise<Error | undefined> {
  try {
    const { cluster: found, kubeNodes } = await identifyCluster(effects, cluster);
    const idle = kubeNodes.filter((node) => !node.ready).map((node) => node.name);
    if (idle.length) return new Error(`Nodes not Ready: ${idle.join(", ")}`);
    if (kubeNodes.some((node) => node.labels[dedicatedLabel] !== cluster)) await labelNodes(effects, found);
    const controlPlane = found.nodes.find((node) => node.role === "control-plane")!;
    const fault = await askCoreDns(effects.transport, found.api, controlPlane.containerId);
    return fault === undefined ? undefined : new Error(fault);
  } catch (error) {
    // What is only missing may still come; a refusal, a cluster that was deleted and a fault of ours will not go away.
    if (error instanceof MissingError && error.code !== "NO_CLUSTER") return error;
    throw error;
  }
}

/** Declares every Node dedicated. The caller has identified the cluster and may do so. */
export async function labelNodes(
  effects: Pick<EnvironmentEffects, "transport">,
  cluster: ProvenCluster,
  /** null takes the label away. */
  value: string | null = cluster.name,
): Promise<void> {
  const controlPlane = cluster.nodes.find((node) => node.role === "control-plane")!;
  const label = value === null ? `${dedicatedLabel}-` : `${dedicatedLabel}=${value}`;
  await must(
    effects.transport,
    "labelling the Nodes",
    kubectlInside({ id: controlPlane.containerId }, ["label", "nodes", "--all", "--overwrite", label]),
    { timeoutMs: 20_000 },
  );
}
