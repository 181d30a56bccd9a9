import type { AddressFamily } from "../../../src/model/run.js";
import type { KubeApi } from "../../effects.js";
import { MissingError } from "../../errors.js";
import type { KindContainer } from "./containers.js";

/** The label that declares a Node's cluster dedicated; its value is the cluster's name. */
export const dedicatedLabel = "labbook.dev/dedicated";

/** What is needed of a Node object. */
export interface KubeNode {
  name: string;
  providerId: string;
  labels: Record<string, string>;
  ready: boolean;
  /** Families of the addresses that its Pods get: by its Pod ranges, without any by its own addresses. */
  families: AddressFamily[];
}

/** All Nodes as the API server tells them. */
export async function readNodes(api: KubeApi, timeoutMs = 8000): Promise<KubeNode[]> {
  const list = await getJson<{ items: NodeObject[] }>(api, "/api/v1/nodes", timeoutMs);
  return list.items.map((node) => ({
    name: node.metadata.name,
    providerId: node.spec?.providerID ?? "",
    labels: node.metadata.labels ?? {},
    ready: node.status?.conditions?.some((one) => one.type === "Ready" && one.status === "True") ?? false,
    families: familiesOf(node),
  }));
}

function familiesOf({ spec, status }: NodeObject): AddressFamily[] {
  const own = (status?.addresses ?? []).filter(({ type }) => type === "InternalIP");
  const ranges = spec?.podCIDRs ?? [];
  const addresses = ranges.length > 0 ? ranges : own.map(({ address }) => address);
  return [...new Set(addresses.map((one) => (one.includes(":") ? "IPv6" : "IPv4")))];
}

/** Where Nodes and labelled containers do not tell the same; empty when they do. */
export function nodeContradictions(
  nodes: KubeNode[],
  containers: KindContainer[],
  cluster: string,
): string[] {
  const expected = new Map(
    containers.filter((one) => one.role !== "external-load-balancer").map((one) => [one.name, one]),
  );
  const wrong = nodes.flatMap((node) => {
    const provider = `kind://docker/${cluster}/${node.name}`;
    if (node.providerId !== provider) {
      return [`Node ${node.name} has provider ID ${node.providerId || "(none)"}; expected ${provider}`];
    }
    return expected.has(node.name)
      ? []
      : [`Node ${node.name} has no container labelled with cluster ${cluster}`];
  });
  const known = new Set(nodes.map((node) => node.name));
  const missing = [...expected.keys()].filter((name) => !known.has(name));
  return [
    ...wrong,
    ...missing.map((name) => `container ${name} of cluster ${cluster} is no Node of the API server`),
  ];
}

/** @throws MissingError when the answer is not 200 or not JSON. */
export async function getJson<T>(api: KubeApi, path: string, timeoutMs = 8000): Promise<T> {
  const answer = await api.get(path, timeoutMs);
  const body = new TextDecoder().decode(answer.body);
  if (answer.status !== 200) {
    throw new MissingError(
      "API_REFUSED",
      `GET ${api.server}${path}: expected 200, got ${answer.status}: ${body.slice(0, 300)}`,
    );
  }
  return JSON.parse(body) as T;
}

interface NodeObject {
  metadata: { name: string; labels?: Record<string, string> };
  spec?: { providerID?: string; podCIDRs?: string[] };
  status?: {
    conditions?: { type: string; status: string }[];
    addresses?: { type: string; address: string }[];
  };
}
