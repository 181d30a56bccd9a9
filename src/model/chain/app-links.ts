/** What the application says about itself, beside what API and kernel say. */
import { canonicalAddress } from "./address.js";
import { type Broken, broken, type Fact, isBroken, LinkList, notComparable } from "./facts.js";
import { at, type JsonNode } from "./json.js";
import type { Json } from "./readings.js";
import { optional, type Scene, text } from "./scene.js";
import type { Link } from "./types.js";

/** How an identity request is handed to the node's script: `identity=<node UID>,<container>,<port>,<URL>`. */
export interface IdentityRequest {
  uid: string;
  container: string;
  port: number;
  url: string;
}

export function identityRequests(argv: string[]): IdentityRequest[] {
  return argv.flatMap((arg) => {
    const match = /^identity=([^,]+),([^,]+),(\d+),(.*)$/.exec(arg);
    return match ? [{ uid: match[1]!, container: match[2]!, port: Number(match[3]), url: match[4]! }] : [];
  });
}

/** None when the chain step did not ask. `others` are the links made so far, which the answer is compared with. */
export function appLinks(scene: Scene, others: Link[]): LinkList {
  const list = new LinkList();
  const request = identityRequests(scene.node.argv).find(({ uid }) => uid === scene.nodeUid);
  if (!request) return list;
  const json = answer(scene, request);
  const linkOf = (id: string) => others.find((link) => link.id === id);
  const counterpart = (id: string) => linkOf(`container.${request.container}.${id}`);
  const elsewhere = isBroken(json) ? undefined : otherProcess(scene, json, counterpart);
  const say = (id: string, paths: string[][], other: Link | undefined) => {
    if (isBroken(json)) return list.broken(id, "app", json);
    const excuse = id === "app.identity.bootId" ? ownKernel(scene) : elsewhere;
    compare(list, id, firstOf(json, paths), other, paths, excuse);
  };
  say("app.identity.podUid", [["pod", "uid"], ["podUid"]], linkOf("pod.nodeUid") ?? linkOf("pod.uid"));
  say("app.identity.pid", [["pid"]], counterpart("pid.container"));
  say("app.identity.hostname", [["hostname"]], hostnameOf(scene));
  if (isBroken(json)) return list;
  for (const [id, paths, other] of [
    ["app.identity.startTicks", [["startTicks"]], counterpart("startTicks")],
    ["app.identity.bootId", [["bootId"]], counterpart("bootId")],
    ["app.identity.uid", [["uid"]], counterpart("uid.container")],
    ["app.identity.node", [["pod", "node"]], linkOf("pod.node")],
  ] as [string, string[][], Link | undefined][]) {
    if (firstOf(json, paths)) say(id, paths, other);
  }
  addressLink(scene, list, json);
  // in one order, whatever that of the answer's keys
  const types = [...(at(json.root, "namespaces")?.members?.keys() ?? ["net"])].sort();
  for (const type of types) {
    if (type.endsWith("_for_children")) continue;
    const fact = namespaceFact(json, type);
    if (fact)
      compare(
        list,
        `app.identity.ns.${type}`,
        fact,
        counterpart(`ns.${type}`),
        [["namespaces", type]],
        ownKernel(scene),
      );
  }
  return list;
}

function answer(scene: Scene, request: IdentityRequest): Json | Broken {
  if (request.url === "")
    return broken("not-reachable", "the Pod has no address, so its /identity was not asked");
  const json = scene.node.json(`identity/${request.uid}/${request.container}/${request.port}`);
  if (!isBroken(json)) return json;
  return scene.node.fault ?? broken("not-reachable", `GET ${request.url} from the node: ${json.reason}`);
}

function firstOf(json: Json, paths: string[][]): Fact | undefined {
  for (const path of paths) {
    const fact = optional(json, json.root, ...path);
    if (fact) return fact;
  }
  return undefined;
}

function compare(
  list: LinkList,
  id: string,
  fact: Fact | undefined,
  other: Link | undefined,
  paths: string[][],
  excuse: Broken | undefined,
): undefined {
  if (!fact)
    return list.broken(
      id,
      "app",
      broken("field-missing", `/identity gives no ${paths.map((p) => p.join(".")).join(" or ")}`),
    );
  if (other?.value === undefined || !other.sources[0]) {
    // The app's word alone: its counterpart has no proof, and says so itself.
    return list.value(id, "app", fact.value, [fact.source]);
  }
  const differs = String(fact.value) !== String(other.value);
  if (differs && excuse && other.layer === "kernel") return list.broken(id, "app", excuse);
  list.fact(id, "app", fact, [{ with: other.id, fact: { value: other.value, source: other.sources[0] } }]);
}

/**
 * Why what the application says of its process need not be what the node's kernel says of the container's first one: the runtime
 * gives it a kernel of its own, or it is another process of the container. Its namespaces are the container's even then.
 */
export function otherProcess(
  scene: Scene,
  json: Json,
  counterpart: (id: string) => Link | undefined,
): Broken | undefined {
  const kernel = ownKernel(scene);
  if (kernel) return kernel;
  const [pid, first] = [firstOf(json, [["pid"]])?.value, counterpart("pid.container")?.value];
  const [ns, same] = [namespaceFact(json, "pid")?.value, counterpart("ns.pid")?.value];
  if (pid === undefined || first === undefined || pid === first || ns === undefined || ns !== same)
    return undefined;
  return notComparable(`process ${pid} answers, which is not the container's first process ${first}`);
}

/** Kata and gVisor: the node's kernel knows their sandbox, and not what runs in it. runc and crun share the node's kernel. */
export function ownKernel(scene: Scene): Broken | undefined {
  const inspectp = scene.node.json("inspectp");
  if (isBroken(inspectp) || scene.nodeUid === undefined) return undefined;
  const sandbox = (inspectp.root.items ?? [inspectp.root]).find(
    (item) => text(item, "status", "metadata", "uid") === scene.nodeUid,
  );
  const type = text(sandbox, "info", "runtimeType");
  if (type === undefined || /^io\.containerd\.runc\./.test(type)) return undefined;
  return notComparable(`the runtime ${type} gives the container a kernel of its own`);
}

/** `net:[4026532764]` → 4026532764, as text. */
function namespaceFact(json: Json, type: string): Fact | undefined {
  const fact =
    optional(json, json.root, "namespaces", type) ??
    (type === "net" ? optional(json, json.root, "net") : undefined);
  const inode = /\[(\d+)\]$/.exec(String(fact?.value))?.[1];
  if (!fact?.source.span || inode === undefined) return undefined;
  const end = fact.source.span[1] - 1;
  return { value: inode, source: { ...fact.source, span: [end - inode.length, end] } };
}

/** The address that the app was given must be one of the Pod's, in whatever spelling. */
function addressLink(scene: Scene, list: LinkList, json: Json): undefined {
  const fact = firstOf(json, [["pod", "ip"], ["podIP"]]);
  if (!fact || isBroken(scene.api.first)) return;
  const { root, source } = scene.api.first;
  const listed = (at(root, "status", "podIPs")?.items ?? []).flatMap((item) => at(item, "ip") ?? []);
  const all = listed.length > 0 ? listed : [at(root, "status", "podIP") ?? []].flat();
  // the Pod has no address yet: it says so itself
  if (all.length === 0) return list.value("app.identity.ip", "app", fact.value, [fact.source]);
  const same = all.find(
    (ip: JsonNode) => canonicalAddress(String(ip.value)) === canonicalAddress(String(fact.value)),
  );
  if (!same) {
    const reason = `/identity says ${fact.value}, the Pod's addresses are ${all.map((ip) => ip.value).join(", ")}`;
    return list.broken("app.identity.ip", "app", broken("mismatch", reason));
  }
  list.value("app.identity.ip", "app", fact.value, [fact.source], {
    agrees: [{ with: "network.podIPs", source: source(same) }],
  });
}

/**
 * A Pod's hostname is its spec.hostname or its name; with the node's network it is the node's. A whole domain name has the
 * cluster's domain at its end, which nothing here says.
 */
function hostnameOf(scene: Scene): Link | undefined {
  if (isBroken(scene.api.first)) return undefined;
  const { root, source } = scene.api.first;
  if (at(root, "spec", "hostNetwork")?.value === true) return undefined;
  if (at(root, "spec", "setHostnameAsFQDN")?.value === true) return undefined;
  const override = at(root, "spec", "hostnameOverride");
  if (override?.value)
    return { id: "pod.name", layer: "api", value: override.value, sources: [source(override)] };
  const node = text(root, "spec", "hostname") ? at(root, "spec", "hostname") : at(root, "metadata", "name");
  // Longer names are cut to 63 characters for the host name, so they cannot be compared as they are.
  if (!node || String(node.value).length > 63) return undefined;
  return { id: "pod.name", layer: "api", value: node.value, sources: [source(node)] };
}
