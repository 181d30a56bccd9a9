import { canonicalAddress } from "../../../src/model/chain/address.js";
import type { KubeApi } from "../../effects.js";
import { MissingError, RefusedError } from "../../errors.js";
import type { EnvironmentEffects } from "../effects.js";
import { containerFile } from "./container-file.js";
import { type KindContainer, kindContainers } from "./containers.js";
import { caOf, fingerprint, kubeconfigPath, readKubeconfig } from "./kubeconfig.js";
import { dedicatedLabel, type KubeNode, nodeContradictions, readNodes } from "./nodes.js";
import type { Access } from "./one-access.js";
import { systemNamespaceInside, systemNamespaceUid } from "./system-namespace.js";

/** The dedicated cluster, proven by content; nothing but it may be touched. */
export interface ProvenCluster {
  name: string;
  /** UID of the Namespace kube-system. */
  uid: string;
  server: string;
  nodes: ProvenNode[];
  /** Server, CA and user are pinned. */
  api: KubeApi;
  /** Kubeconfig with the proven context alone, as it was at the time of the proof; kubectl is given this (withPinned). */
  kubeconfigText: string;
  /** Where the cluster's own file lies on the VM: for messages and for commands that a person repeats. */
  kubeconfig: string;
}

export interface ProvenNode {
  name: string;
  containerId: string;
  role: string;
}

type Effects = Pick<EnvironmentEffects, "transport" | "stateDir" | "connect">;

/**
 * Proves that the own kubeconfig leads to the kind cluster of this name and that it is dedicated to labs:
 * the CA, the API server's address, the UID of kube-system, the Nodes' provider IDs and their label must all agree
 * with the containers that carry the cluster's label. A name alone proves nothing.
 * @throws MissingError (exit 3) when there is no cluster, or a node is stopped, paused or hung
 * @throws RefusedError (exit 8) naming both sides of every contradiction
 */
export async function proveCluster(effects: Effects, name: string): Promise<ProvenCluster> {
  const identified = await identifyCluster(effects, name);
  const unlabelled = identified.kubeNodes.filter((node) => node.labels[dedicatedLabel] !== name);
  if (unlabelled.length) {
    const names = unlabelled.map((node) => `${node.name} has ${node.labels[dedicatedLabel] ?? "none"}`);
    throw new RefusedError(
      "NOT_DEDICATED",
      `cluster ${name} is not declared dedicated: expected the label ${dedicatedLabel}=${name} on every Node, ${names.join(", ")}`,
      `./lab adopt ${name}`,
    );
  }
  return identified.cluster;
}

/** The same proof without the label: what `lab adopt` and `lab up` need before they set it. */
export async function identifyCluster(
  effects: Effects,
  name: string,
): Promise<{ cluster: ProvenCluster; containers: KindContainer[]; kubeNodes: KubeNode[] }> {
  const kubeconfig = kubeconfigPath(effects, name);
  const access = await readKubeconfig(effects, name);
  if (access === undefined) {
    throw new MissingError(
      "NO_CLUSTER",
      `no cluster ${name}: there is no kubeconfig for it at ${kubeconfig}`,
      "./lab up",
    );
  }
  const containers = await kindContainers(effects.transport, name);
  const controlPlane = requireRunning(containers, name);
  const before = [
    ...(await caContradictions(effects, access, controlPlane)),
    ...addressContradictions(access, containers, name),
  ];
  refuse(name, before);
  const api = await effects.connect(access.text, effects.transport);
  const [uid, uidInside, kubeNodes] = await Promise.all([
    systemNamespaceUid(api),
    systemNamespaceInside(effects.transport, controlPlane),
    readNodes(api),
  ]);
  const after = [
    ...(uid === uidInside
      ? []
      : [
          `the API server at ${api.server} says kube-system has UID ${uid}; asked inside ${controlPlane.name} it is ${uidInside}`,
        ]),
    ...nodeContradictions(kubeNodes, containers, name),
  ];
  refuse(name, after);
  const nodes = containers
    .filter((container) => container.role !== "external-load-balancer")
    .map((container) => ({ name: container.name, containerId: container.id, role: container.role }));
  return {
    cluster: { name, uid, server: api.server, nodes, api, kubeconfigText: access.text, kubeconfig },
    containers,
    kubeNodes,
  };
}

function requireRunning(containers: KindContainer[], name: string): KindContainer {
  const idle = containers.filter((container) => container.state !== "running");
  const controlPlane = containers.find((container) => container.role === "control-plane");
  if (!controlPlane) {
    throw new MissingError(
      "NO_CLUSTER",
      `no cluster ${name}: docker knows no control-plane container labelled ${name}`,
      "./lab up",
    );
  }
  if (idle.length === 0) return controlPlane;
  const paused = idle.filter((container) => container.state === "paused").map((container) => container.name);
  throw new MissingError(
    "NODE_NOT_RUNNING",
    `expected every node container of ${name} running, got ${idle.map((one) => `${one.name} ${one.state}`).join(", ")}`,
    paused.length ? `docker unpause ${paused.join(" ")}` : "./lab up",
  );
}

async function caContradictions(
  effects: Effects,
  access: Access,
  controlPlane: KindContainer,
): Promise<string[]> {
  const ours = caOf(access);
  const pem = await containerFile(effects.transport, controlPlane.id, "/etc/kubernetes/pki/ca.crt");
  const theirs = fingerprint(pem);
  if (ours === theirs) return [];
  return [`the kubeconfig trusts the CA ${ours}; the CA of ${controlPlane.name} is ${theirs}`];
}

function addressContradictions({ server }: Access, containers: KindContainer[], name: string): string[] {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const host = spelled(url?.hostname.replace(/^\[(.*)\]$/, "$1"));
  const front = containers.filter((container) => container.role !== "worker");
  const published = front.flatMap((container) =>
    (container.ports["6443/tcp"] ?? []).map((at) => ({ ...at, name: container.name })),
  );
  const direct = front.some(
    (container) => url?.port === "6443" && container.addresses.map(spelled).includes(host),
  );
  const matches = published.some(
    (at) =>
      at.port === Number(url?.port) && (spelled(at.host) === host || ["", "0.0.0.0", "::"].includes(at.host)),
  );
  if (direct || matches) return [];
  const theirs = published.map((at) => `${at.name} publishes ${at.host}:${at.port}`).join(", ");
  return [`the kubeconfig's server is ${server}; of cluster ${name} ${theirs || "no API port is published"}`];
}

/** An address in one spelling, a name in one case. */
function spelled(host: string | undefined): string {
  return canonicalAddress(host ?? "") ?? (host ?? "").toLowerCase();
}

function refuse(name: string, contradictions: string[]): void {
  if (contradictions.length === 0) return;
  throw new RefusedError(
    "NOT_THE_CLUSTER",
    `refused: the kubeconfig does not lead to the dedicated cluster ${name}\n${contradictions.map((one) => `  - ${one}`).join("\n")}`,
    `kind get clusters; docker ps --filter label=io.x-k8s.kind.cluster=${name}`,
  );
}
