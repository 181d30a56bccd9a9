/** Collects identity chains: few spawns, and never two generations in one chain. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { chainFrom, unsettled } from "../../src/model/chain/chain.js";
import { isBroken } from "../../src/model/chain/facts.js";
import { at, type JsonNode } from "../../src/model/chain/json.js";
import { apiAnswer, type StepOutput } from "../../src/model/chain/readings.js";
import { staticPodHash, text } from "../../src/model/chain/scene.js";
import { declaredContainers } from "../../src/model/chain/spec.js";
import type { Chain } from "../../src/model/chain/types.js";
import type { StepRecord } from "../../src/model/run.js";
import type { CollectContext, PodRequest } from "./context.js";
import { readDelivery } from "./delivery.js";
import { failedReading } from "./failed-reading.js";
import { NODE_SCRIPT } from "./node-script.js";
import { cgroupForms, VM_SCRIPT } from "./vm-script.js";

export interface Collected {
  /** One chain a request, in the order of the requests. */
  chains: Chain[];
  /** The records of all tries, in the order in which they began. */
  records: StepRecord[];
  /** By the chain's id: the reading of the last try that failed, in one sentence. Its chain is not the whole truth. */
  failures: Map<string, string>;
}

/**
 * Reads the chains of several Pods. Pods of one node share one node command and one VM command. A Pod whose first and
 * last readings differ is read again, up to `tries` times (default 3); then its chain consists of breaks. One with a
 * reading that failed is read again after 1, 2, 4 and then every 8 s, for 39 s: a runtime that restarts is back by then.
 */
export async function collectChains(
  context: CollectContext,
  { pods, tries = 3 }: { pods: PodRequest[]; tries?: number },
): Promise<Collected> {
  const records: StepRecord[] = [];
  const chains = new Map<string, Chain>();
  const failures = new Map<string, string>();
  let waiting = pods;
  for (let attempt = 1, failed = 0, restless = 0; waiting.length > 0; attempt++) {
    if (attempt > 1)
      await (context.sleep ?? delay)(failures.size > 0 ? RECOVER_MS[failed++]! : SETTLE_MS * restless);
    const read = await readOnce(context, waiting, attempt);
    records.push(...read.records);
    for (const chain of read.chains) chains.set(chain.id, chain);
    for (const { id } of waiting) failures.delete(id);
    for (const [id, reason] of read.failures) failures.set(id, reason);
    const unsteady = waiting.filter(({ id }) => unsettled(chains.get(id)!) !== undefined);
    if (unsteady.length > 0) restless++;
    waiting = waiting.filter(
      (pod) =>
        (failures.has(pod.id) && failed < RECOVER_MS.length) || (unsteady.includes(pod) && restless < tries),
    );
  }
  return { chains: pods.map(({ id }) => chains.get(id)!), records, failures };
}

/** The kubelet writes a Pod's status about once a second. */
const SETTLE_MS = 700;
/** The pauses after readings that failed. */
const RECOVER_MS = [1000, 2000, 4000, 8000, 8000, 8000, 8000];
/** `crictl inspect` prints about 15 KB, `inspectp` 30 KB, /proc 10 KB a container. */
const BYTES_PER_POD = 256 * 1024;
const MIN_BYTES = 4 * 1024 * 1024;

interface Seen {
  request: PodRequest;
  first: StepOutput;
  node: string;
  uid: string;
  identity: string[];
  /** Paths in its containers that something is to be mounted at. */
  places: string[];
}

async function readOnce(context: CollectContext, pods: PodRequest[], attempt: number): Promise<Collected> {
  const seen = await Promise.all(pods.map((request) => readFirst(context, request, attempt)));
  const nodes = [...new Set(seen.map(({ node }) => node))];
  const perNode = await Promise.all(nodes.map((node) => readNode(context, node, seen, attempt)));
  const more = await Promise.all(
    seen.map(({ request, first, node }) => {
      const { delivery, id } = request;
      if (!delivery) return undefined;
      const read = [first, ...perNode[nodes.indexOf(node)]!];
      return readDelivery(context, { ...request, delivery }, node, read, `${id}.${attempt}`);
    }),
  );
  const last = await Promise.all(
    seen.map(({ request }) => context.api(`${request.id}.${attempt}.pod-last`, podPath(request))),
  );
  const failures = new Map<string, string>();
  const chains = seen.map(({ request, first, node }, index) => {
    const pod = { namespace: request.namespace, name: request.name, node };
    const read = [first, ...perNode[nodes.indexOf(node)]!];
    const failed = failedReading(pod, [...read, ...(more[index]?.own ?? []), last[index]!]);
    if (failed !== undefined) failures.set(request.id, failed);
    return chainFrom({
      ...{ id: request.id, pod, tries: attempt },
      steps: [...read, ...(more[index]?.outputs ?? []), last[index]!],
      ...(more[index] && { delivery: more[index].delivery }),
    });
  });
  const outputs = [...seen.map(({ first }) => first), ...perNode.flat(), ...last];
  const further = more.flatMap((one) => one?.own ?? []);
  return { chains, failures, records: [...outputs, ...further].map(({ record }) => record) };
}

async function readFirst(context: CollectContext, request: PodRequest, attempt: number): Promise<Seen> {
  const first = await context.api(`${request.id}.${attempt}.pod-first`, podPath(request));
  const answer = apiAnswer(first, "the first reading of the Pod");
  if (isBroken(answer)) return { request, first, node: "", uid: "", identity: [], places: [] };
  const pod = answer.root;
  const uid = staticPodHash(pod) ?? text(pod, "metadata", "uid") ?? "";
  const identity = request.identity
    ? [identityArgument(uid, request.identity, text(pod, "status", "podIP"))]
    : [];
  return {
    request,
    first,
    node: text(at(pod, "spec"), "nodeName") ?? "",
    uid,
    identity,
    places: placesOf(pod, request),
  };
}

/** The node's and the VM's reading at the same time. Their ids begin with the first chain's that they serve. */
async function readNode(
  context: CollectContext,
  node: string,
  seen: Seen[],
  attempt: number,
): Promise<StepOutput[]> {
  const here = seen.filter((pod) => pod.node === node && pod.uid !== "");
  if (node === "" || here.length === 0) return [];
  const id = `${here[0]!.request.id}.${attempt}`;
  const boundary = context.boundary ?? (() => randomBytes(16).toString("hex"));
  const maxBytes = Math.max(MIN_BYTES, here.length * BYTES_PER_POD);
  const uids = here.map(({ uid }) => `uid=${uid}`);
  const asked = here.flatMap(({ identity }) => identity);
  const places = [...new Set(here.flatMap((pod) => pod.places))].map((path) => `place=${path}`);
  const forms = here.flatMap(({ uid }) => cgroupForms(uid));
  return Promise.all([
    context.node(
      `${id}.node`,
      node,
      ["sh", "-c", NODE_SCRIPT, "labbook-collect", boundary(), ...uids, ...asked, ...places],
      maxBytes,
    ),
    context.vm(`${id}.vm`, ["sh", "-c", VM_SCRIPT, "labbook-collect", boundary(), ...forms], maxBytes),
  ]);
}

/** What the Pod asks for, and what the kubelet adds: /etc/hosts and the file for the last message of a container. */
function placesOf(pod: JsonNode, { delivery }: PodRequest): string[] {
  const containers = declaredContainers(pod).flatMap(({ spec }) => [
    ...(at(spec, "volumeMounts")?.items ?? []).map((mount) => text(mount, "mountPath")),
    text(spec, "terminationMessagePath"),
  ]);
  const paths = [...containers, "/etc/hosts", delivery?.path];
  // a line is one path, there and in the answer
  return paths.filter((path): path is string => path !== undefined && !/[\n\t]/.test(path));
}

function podPath({ namespace, name }: PodRequest): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
}

/** Without an address there is nothing to ask; the empty URL says so to whoever reads the record. */
function identityArgument(
  uid: string,
  { container, port, path }: NonNullable<PodRequest["identity"]>,
  ip?: string,
): string {
  const host = ip?.includes(":") ? `[${ip}]` : ip;
  return `identity=${uid},${container},${port},${host ? `http://${host}:${port}${path ?? "/identity"}` : ""}`;
}
