import type { Capability, Environment } from "../../src/model/run.js";
import { LabError } from "../errors.js";
import { bcryptProbe, registryHostsProbe, registryProbe } from "../registry/image.js";
import { kindContainers } from "./cluster/containers.js";
import { readNodes } from "./cluster/nodes.js";
import { type ProvenCluster, proveCluster } from "./cluster/prove.js";
import type { EnvironmentEffects } from "./effects.js";
import { noProvenCluster } from "./needs.js";
import type { Probed } from "./probe.js";
import { askOne, judge } from "./probes/ask.js";
import { networkProbes, nodePrograms } from "./probes/node.js";
import { imageDigests, readNode } from "./probes/node-facts.js";
import { storageClass } from "./probes/storage.js";

/** What the dedicated cluster, its nodes and the labs' registry supply, added to what the VM itself does. */
export async function probeCluster(
  environment: Environment,
  effects: EnvironmentEffects,
  docker: Capability,
): Promise<Probed> {
  const { transport, settings } = effects;
  const registry = await Promise.all([
    askOne(transport, registryProbe(settings.registryImage)),
    askOne(transport, bcryptProbe),
  ]);
  environment.capabilities.push(...registry.map((one) => one.capability));
  const name = settings.cluster;
  let cluster: ProvenCluster;
  try {
    cluster = await proveCluster(effects, name);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const found = docker.present ? error.message : `docker: ${docker.found}`;
    const remedy = (docker.present ? error.remedy : docker.remedy) ?? "./lab up";
    environment.capabilities.push(...withoutCluster(effects, found, remedy));
    return { environment, clusterError: error };
  }
  const { nodes, families, capabilities } = await probeNodes(cluster, effects);
  return {
    environment: {
      ...environment,
      cluster: { name, uid: cluster.uid, server: cluster.server },
      nodes,
      families,
      capabilities: [...environment.capabilities, ...capabilities],
    },
    cluster,
  };
}

async function probeNodes(
  cluster: ProvenCluster,
  effects: EnvironmentEffects,
): Promise<Required<Pick<Environment, "nodes" | "families" | "capabilities">>> {
  const probes = [...nodePrograms, ...networkProbes, registryHostsProbe];
  const containers = (await kindContainers(effects.transport, cluster.name)).filter((one) =>
    cluster.nodes.some((node) => node.containerId === one.id),
  );
  const [digests, kubeNodes, storage] = await Promise.all([
    imageDigests(
      effects.transport,
      containers.map((one) => one.imageId),
    ),
    readNodes(cluster.api),
    storageClass(cluster.api),
  ]);
  const reports = await Promise.all(
    containers.map((one) =>
      readNode(effects.transport, one, digests.get(one.imageId) ?? one.imageId, probes),
    ),
  );
  const tools = probes.map((probe, index) => {
    const perNode = reports.map((report) => ({
      node: report.versions.name,
      ...judge(probe, report.answers[index], report.ended),
    }));
    const { node, ...worst } = perNode.find((one) => !one.present) ?? perNode[0]!;
    const place = `docker exec ${node} ${worst.probe}`;
    return { ...worst, probe: place, found: worst.present ? worst.found : `${node}: ${worst.found}` };
  });
  const idle = kubeNodes.filter((node) => !node.ready).map((node) => node.name);
  return {
    nodes: reports.map((report) => report.versions),
    families: [...new Set(kubeNodes.flatMap((node) => node.families))],
    capabilities: [
      capability("cluster", true, `${cluster.name} at ${cluster.server}, kube-system ${cluster.uid}`),
      ...workers(containers.filter((one) => one.role === "worker").length),
      capability(
        "nodes-ready",
        idle.length === 0,
        idle.length ? `not Ready: ${idle.join(", ")}` : "all Ready",
      ),
      storage,
      ...tools,
    ],
  };
}

function withoutCluster(effects: EnvironmentEffects, found: string, remedy: string): Capability[] {
  const names = [
    "cluster",
    "workers>=1",
    "workers>=2",
    "nodes-ready",
    "storageclass",
    ...[...nodePrograms, ...networkProbes, registryHostsProbe].map((one) => one.name),
  ];
  const blocked = `${noProvenCluster} ${effects.settings.cluster}`;
  return names.map((name, index) => capability(name, false, index === 0 ? found : blocked, remedy));
}

function workers(count: number): Capability[] {
  const highest = Math.max(2, count);
  return Array.from({ length: highest }, (_, index) =>
    capability(
      `workers>=${index + 1}`,
      count > index,
      `${count} workers`,
      `./lab down && ./lab up --workers ${index + 1}`,
    ),
  );
}

function capability(name: string, present: boolean, found: string, remedy = "./lab up"): Capability {
  return {
    name,
    present,
    probe: "lab doctor: proof of the dedicated cluster",
    found,
    ...(!present && { remedy }),
  };
}
