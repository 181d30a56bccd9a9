/** Everything known about one Pod's chain while it is read: the outputs, and how to look a field up in them. */
import type { Value } from "../run.js";
import { type Broken, broken, type Fact, isBroken } from "./facts.js";
import { at, type JsonNode, pathText } from "./json.js";
import { apiAnswer, Batch, type Json, type StepOutput } from "./readings.js";
import type { Chain } from "./types.js";

export type Moment = "first" | "last";

export interface Scene {
  pod: Chain["pod"];
  api: Record<Moment, Json | Broken>;
  /** Id of the first API step. */
  apiStep: string;
  node: Batch;
  vm: Batch;
  /** The UID that the node knows the Pod by: a static Pod's config hash, otherwise the API UID. */
  nodeUid: string | undefined;
}

/** The roles of a chain's steps are the ends of their ids. */
export const ROLES = ["pod-first", "node", "vm", "pod-last"] as const;
export type Role = (typeof ROLES)[number];

export function openScene(pod: Chain["pod"], steps: StepOutput[]): Scene {
  const byRole = (role: Role) => steps.find(({ record }) => record.id.endsWith(`.${role}`));
  const first = byRole("pod-first");
  const api = {
    first: apiAnswer(first, "the first reading of the Pod"),
    last: apiAnswer(byRole("pod-last"), "the last reading of the Pod"),
  };
  const node = byRole("node");
  return {
    pod,
    api,
    apiStep: first?.record.id ?? "",
    node: Batch.open(node, `the reading of node ${pod.node || "(none: the Pod is not scheduled)"}`),
    vm: Batch.open(byRole("vm"), "the reading of the VM's processes"),
    nodeUid: isBroken(api.first)
      ? undefined
      : (staticPodHash(api.first.root) ?? text(api.first.root, "metadata", "uid")),
  };
}

/** `kubernetes.io/config.hash`, when the Pod mirrors a manifest file: source `file` and a Node as owner (nobody can set both by annotation alone). */
export function staticPodHash(pod: JsonNode): string | undefined {
  const fromFile = text(pod, "metadata", "annotations", "kubernetes.io/config.source") === "file";
  const owners = at(pod, "metadata", "ownerReferences")?.items ?? [];
  const ownedByNode = owners.some(
    (owner) => text(owner, "kind") === "Node" && text(owner, "apiVersion") === "v1",
  );
  if (!fromFile || !ownedByNode) return undefined;
  return text(pod, "metadata", "annotations", "kubernetes.io/config.hash");
}

/** A scalar field as a fact, or a break that names what did not give it, and the path. */
export function field(
  json: Json | Broken,
  node: JsonNode | undefined,
  who: string,
  ...path: (string | number)[]
): Fact | Broken {
  if (isBroken(json)) return json;
  return optional(json, node, ...path) ?? broken("field-missing", `${who} gives no ${pathText(...path)}`);
}

/** A scalar field as a fact; undefined when it is missing, null or an empty string. */
export function optional(
  json: Json | Broken,
  node: JsonNode | undefined,
  ...path: (string | number)[]
): Fact | undefined {
  if (isBroken(json)) return undefined;
  const found = at(node, ...path);
  return found && isSaid(found.value) ? { value: found.value, source: json.source(found) } : undefined;
}

/** The text of a field, or undefined when it is not a non-empty string. */
export function text(node: JsonNode | undefined, ...path: (string | number)[]): string | undefined {
  const value = at(node, ...path)?.value;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Part of a string field: group 1 of the pattern, with the bytes of that part. Only for text without escapes. */
export function part(fact: Fact, pattern: RegExp): Fact<string> | undefined {
  const match = new RegExp(pattern.source, `${pattern.flags}d`).exec(String(fact.value));
  const [from, to] = match?.indices?.[1] ?? [];
  if (from === undefined || to === undefined || !fact.source.span) return undefined;
  const start = fact.source.span[0];
  return { value: match![1]!, source: { ...fact.source, span: [start + from, start + to] } };
}

/** Name and version of the container runtime as `crictl version` tells them. */
export function runtimeName(node: Batch): string {
  const told = node.text("crictl-version");
  if (isBroken(told)) return "the container runtime (version unknown)";
  const name = told.match(/^RuntimeName: +(\S+)/m)?.value ?? "the container runtime";
  return `${name} ${told.match(/^RuntimeVersion: +(\S+)/m)?.value ?? "(version unknown)"}`;
}

function isSaid(value: Value): boolean {
  return value !== null && value !== "" && typeof value !== "object";
}
