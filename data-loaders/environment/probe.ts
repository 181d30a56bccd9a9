import { versions } from "../../labs/environment/versions.js";
import type { Capability, Environment, EnvironmentKind, NodeVersions } from "../../src/model/run.js";
import { LabError } from "../errors.js";
import { bcryptProbe, registryHostsProbe, registryProbe } from "../registry/image.js";
import { kindContainers } from "./cluster/containers.js";
import { readNodes } from "./cluster/nodes.js";
import { type ProvenCluster, proveCluster } from "./cluster/prove.js";
import type { EnvironmentEffects } from "./effects.js";
import { askOne, judge } from "./probes/ask.js";
import { networkProbes, nodePrograms } from "./probes/node.js";
import { imageDigests, readNode } from "./probes/node-facts.js";
import type { Probe } from "./probes/probe.js";
import { dockerProbe, dockerServerVersion, kindProbe, kindVersion, kubectlProbe } from "./probes/programs.js";
import { storageClass } from "./probes/storage.js";
import { readVm } from "./probes/vm-facts.js";

/** How `found` begins for what can only be asked of a proven cluster. */
export const noProvenCluster = "no proven cluster";

export interface Probed {
  environment: Environment;
  /** Absent when it could not be proven; `clusterError` says why. */
  cluster?: ProvenCluster;
  clusterError?: LabError;
}

/** What is there, by asking; never assumed. */
export async function probeEnvironment(
  kind: EnvironmentKind,
  effects: EnvironmentEffects,
): Promise<Environment> {
  return (await probe(kind, effects)).environment;
}

/**
 * The same, with the proven cluster for a run.
 * @param needs without a cluster only these are probed: docker, kind and kubectl take as long to start as most commands
 *   of a lab, and making namespaces to see whether it can be done takes longer. Default: everything is probed.
 */
export async function probe(
  kind: EnvironmentKind,
  effects: EnvironmentEffects,
  needs?: string[],
): Promise<Probed> {
  const { transport } = effects;
  const ask = (program: Probe) =>
    kind === "kind" || !needs || needs.includes(program.name) ? askOne(transport, program) : undefined;
  const [{ vm, capabilities }, docker, kindCommand, kubectl] = await Promise.all([
    readVm(transport, kind, kind === "kind" ? undefined : needs),
    ask(dockerProbe),
    ask(kindProbe),
    ask(kubectlProbe),
  ]);
  const programs = [docker, kindCommand, kubectl].filter((asked) => asked !== undefined);
  const environment: Environment = {
    kind,
    transport: transport.name,
    vm,
    ...(docker?.capability.present && { docker: dockerServerVersion(docker.output?.text ?? "") }),
    ...(kindCommand?.capability.present && { kindVersion: kindVersion(kindCommand.output?.text ?? "") }),
    capabilities: [nodeJs(), ...capabilities, ...programs.map(({ capability }) => capability)],
  };
  if (kind !== "kind" || !docker) return { environment };
  const registry = await Promise.all([
    askOne(transport, registryProbe(effects.settings.registryImage)),
    askOne(transport, bcryptProbe),
  ]);
  environment.capabilities.push(...registry.map((one) => one.capability));
  return { ...(await probeCluster(environment, effects, docker.capability)) };
}

async function probeCluster(
  environment: Environment,
  effects: EnvironmentEffects,
  docker: Capability,
): Promise<Probed> {
  const name = effects.settings.cluster;
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
  const { nodes, capabilities } = await probeNodes(cluster, effects);
  return {
    environment: {
      ...environment,
      cluster: { name, uid: cluster.uid, server: cluster.server },
      nodes,
      capabilities: [...environment.capabilities, ...capabilities],
    },
    cluster,
  };
}

async function probeNodes(
  cluster: ProvenCluster,
  effects: EnvironmentEffects,
): Promise<{ nodes: NodeVersions[]; capabilities: Capability[] }> {
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

function nodeJs(): Capability {
  const present = Number(process.versions.node.split(".")[0]) >= Number(versions.node);
  return {
    name: "node",
    present,
    probe: "node --version",
    found: process.version,
    ...(!present && { remedy: "https://nodejs.org/en/download" }),
  };
}
