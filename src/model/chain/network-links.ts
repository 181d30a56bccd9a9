/** Links of the Pod's network: addresses, interface, host-side veth, route, CNI configuration and IPAM file. */
import ipaddr from "ipaddr.js";
import { canonicalAddress, prefixLength } from "./address.js";
import { cniLinks } from "./cni-links.js";
import { inspected } from "./cri.js";
import { type Broken, broken, type Fact, isBroken, LinkList } from "./facts.js";
import { nodePid } from "./generation.js";
import { at, type JsonNode } from "./json.js";
import type { Sandbox } from "./pod-links.js";
import type { Json } from "./readings.js";
import { field, optional, type Scene, text } from "./scene.js";

export function networkLinks(scene: Scene, sandbox: Sandbox | Broken): LinkList {
  const list = new LinkList();
  const { first } = scene.api;
  const pod = isBroken(first) ? undefined : first.root;
  const podIp = field(first, pod, "the Pod status", "status", "podIP");
  addressLinks(scene, list, sandbox, podIp);
  const hostNetwork = optional(first, pod, "spec", "hostNetwork");
  if (hostNetwork?.value === true) {
    // The node's own network: there is no veth, route, CNI configuration or IPAM entry of this Pod to look for.
    list.value("network.mode", "network", "host", [hostNetwork.source]);
    return list;
  }
  const device = interfaceLink(scene, list, sandbox, podIp);
  const veth = vethLink(scene, list, sandbox, device);
  routeLink(scene, list, podIp, veth);
  cniLinks(scene, list, sandbox, podIp);
  return list;
}

function addressLinks(
  scene: Scene,
  list: LinkList,
  sandbox: Sandbox | Broken,
  podIp: Fact | Broken,
): undefined {
  const { first } = scene.api;
  const inspectp = scene.node.json("inspectp");
  const detail = isBroken(sandbox) || isBroken(inspectp) ? undefined : inspected(inspectp.root, sandbox.id);
  list.fact("network.podIP", "network", podIp, [
    {
      with: "crictl inspectp status.network.ip",
      fact: canonical(optional(inspectp, detail, "status", "network", "ip"), podIp),
    },
  ]);
  const all = isBroken(first) ? undefined : at(first.root, "status", "podIPs");
  if (isBroken(first) || !all?.items?.length) {
    const reason = isBroken(first)
      ? first
      : broken("field-missing", "the Pod status gives no $['status']['podIPs']");
    return list.broken("network.podIPs", "network", reason);
  }
  const addresses = all.items.flatMap((item) => at(item, "ip") ?? []);
  const value = addresses.map((node) => canonicalAddress(String(node.value)) ?? String(node.value));
  list.value("network.podIPs", "network", value, addresses.map(first.source));
}

/** Another spelling of the same address counts as the same text. */
function canonical(fact: Fact | undefined, like: Fact | Broken): Fact | undefined {
  if (!fact || isBroken(like)) return fact;
  const same = canonicalAddress(String(fact.value)) === canonicalAddress(String(like.value));
  return same ? { ...fact, value: like.value } : fact;
}

interface Device {
  json: Json;
  node: JsonNode;
  ifindex: number;
  peer: number | undefined;
}

/** The interface in the sandbox's network namespace that has the Pod IP. */
function interfaceLink(
  scene: Scene,
  list: LinkList,
  sandbox: Sandbox | Broken,
  podIp: Fact | Broken,
): Device | Broken {
  const stop = (reason: Broken) => {
    list.broken("network.interface", "network", reason);
    return reason;
  };
  if (isBroken(sandbox)) return stop(sandbox);
  if (isBroken(podIp)) return stop(podIp);
  const json = addresses(scene, sandbox.id);
  if (isBroken(json)) return stop(json);
  const wanted = canonicalAddress(String(podIp.value));
  const found = (json.root.items ?? []).flatMap((link) =>
    (at(link, "addr_info")?.items ?? [])
      .filter((info) => canonicalAddress(text(info, "local") ?? "") === wanted)
      .map((info) => ({ link, info })),
  )[0];
  if (!found)
    return stop(
      broken("absent", `no interface of the sandbox's network namespace has address ${podIp.value}`),
    );
  const { link, info } = found;
  const ifindex = Number(at(link, "ifindex")?.value);
  const peer = at(link, "link_index")?.value;
  const name = at(link, "ifname");
  if (!name || !Number.isInteger(ifindex))
    return stop(broken("field-missing", "ip -j addr gives no ifname and ifindex"));
  list.value(
    "network.interface",
    "network",
    { name: name.value, ifindex },
    [json.source(name), json.source(at(link, "ifindex")!)],
    {
      agrees: [{ with: "network.podIP", source: json.source(at(info, "local")!) }],
    },
  );
  return { json, node: link, ifindex, peer: typeof peer === "number" ? peer : undefined };
}

/** `ip -j addr` in the namespace of the sandbox's process; that PID is told by inspectp or by the task list. */
function addresses(scene: Scene, sandboxId: string): Json | Broken {
  const pid = nodePid(scene, "inspectp", sandboxId);
  if (pid === undefined) return broken("not-running", `no process of sandbox ${sandboxId} is known`);
  return scene.node.json(`proc/${pid}/ip-addr`);
}

/** The veth on the node whose index is the Pod interface's peer, and whose peer is the Pod interface. */
function vethLink(
  scene: Scene,
  list: LinkList,
  sandbox: Sandbox | Broken,
  device: Device | Broken,
): string | undefined {
  const stop = (reason: Broken) => {
    list.broken("network.hostVeth", "network", reason);
    return undefined;
  };
  if (isBroken(device)) return stop(device);
  const links = scene.node.json("ip-link");
  if (isBroken(links)) return stop(links);
  const veth = (links.root.items ?? []).find(
    (link) =>
      at(link, "ifindex")?.value === device.peer &&
      at(link, "link_index")?.value === device.ifindex &&
      text(link, "linkinfo", "info_kind") === "veth",
  );
  const name = text(veth, "ifname");
  if (!veth || !name) {
    return stop(
      broken(
        "absent",
        `no veth of the node has index ${device.peer ?? "(none told)"} and peer ${device.ifindex}`,
      ),
    );
  }
  const peer = at(device.node, "link_index")!;
  const agrees = [{ with: "peer index of the Pod interface", source: device.json.source(peer) }];
  const owner = isBroken(sandbox)
    ? undefined
    : namespaceOf(scene, sandbox.id, at(veth, "link_netnsid")?.value);
  if (isBroken(owner)) return stop(owner);
  list.value("network.hostVeth", "network", name, [links.source(at(veth, "ifname")!)], {
    agrees: owner ? [...agrees, { with: "network namespace id of the peer", source: owner.source }] : agrees,
  });
  return name;
}

/** When the node names the veth's peer namespace, it must be the sandbox's. */
function namespaceOf(scene: Scene, sandboxId: string, nsid: unknown): Fact | Broken | undefined {
  const [ids, inspectp] = [scene.node.json("netns-ids"), scene.node.json("inspectp")];
  if (isBroken(ids) || isBroken(inspectp)) return undefined;
  const entry = (ids.root.items ?? []).find((item) => at(item, "nsid")?.value === nsid);
  const name = optional(ids, entry, "name");
  const namespaces =
    at(inspected(inspectp.root, sandboxId), "info", "runtimeSpec", "linux", "namespaces")?.items ?? [];
  const path = text(
    namespaces.find((item) => text(item, "type") === "network"),
    "path",
  );
  if (!name || !path) return undefined;
  if (path.endsWith(`/${name.value}`)) return name;
  return broken("mismatch", `the veth's peer is in namespace ${name.value}, the sandbox's is ${path}`);
}

/** The most specific route of the node to the Pod IP; it must lead to the veth when it is a host route. */
function routeLink(scene: Scene, list: LinkList, podIp: Fact | Broken, veth: string | undefined): undefined {
  const stop = (reason: Broken) => list.broken("network.route", "network", reason);
  if (isBroken(podIp)) return stop(podIp);
  if (!ipaddr.isValid(String(podIp.value)))
    return stop(broken("field-missing", `"${podIp.value}" is no address`));
  const address = ipaddr.process(String(podIp.value));
  const routes = scene.node.json(address.kind() === "ipv6" ? "ip-route6" : "ip-route");
  if (isBroken(routes)) return stop(routes);
  const best = (routes.root.items ?? [])
    .map((route) => ({ route, length: prefixLength(text(route, "dst") ?? "", address) }))
    .filter((candidate) => candidate.length >= 0)
    .sort((a, b) => b.length - a.length)[0];
  const dev = text(best?.route, "dev");
  if (!best || !dev) return stop(broken("absent", `the node has no route to ${podIp.value}`));
  const host = best.length === (address.kind() === "ipv6" ? 128 : 32);
  if (host && veth !== undefined && dev !== veth) {
    return stop(broken("mismatch", `the route to ${podIp.value} leads to ${dev}, the Pod's veth is ${veth}`));
  }
  const [dst, device] = [at(best.route, "dst")!, at(best.route, "dev")!];
  list.value("network.route", "network", { dst: dst.value, dev }, [
    routes.source(dst),
    routes.source(device),
  ]);
}
