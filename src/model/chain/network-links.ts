/** Links of the Pod's network: addresses, interface, host-side veth, route, CNI configuration and IPAM file. */
import ipaddr from "ipaddr.js";
import { canonicalAddress, familyOf, prefixLength } from "./address.js";
import { cniLinks, ipamLink } from "./cni-links.js";
import { inspected } from "./cri.js";
import { type Broken, broken, type Fact, isBroken, LinkList, notComparable, type Witness } from "./facts.js";
import { nodePid } from "./generation.js";
import { at, type JsonNode } from "./json.js";
import type { Sandbox } from "./pod-links.js";
import type { Json } from "./readings.js";
import { field, optional, type Scene, text } from "./scene.js";

export function networkLinks(scene: Scene, sandbox: Sandbox | Broken): LinkList {
  const list = new LinkList();
  const { first } = scene.api;
  const pod = isBroken(first) ? undefined : first.root;
  const told = field(first, pod, "the Pod status", "status", "podIP");
  // the API server answered, and the Pod has no address: that is a fact, not a gap in the answer
  const podIp = isBroken(told) && pod ? broken("absent", `the Pod has no address: ${told.reason}`) : told;
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
  for (const { address, suffix } of furtherAddresses(scene)) {
    interfaceLink(scene, list, sandbox, address, suffix);
    routeLink(scene, list, address, veth, suffix);
    ipamLink(scene, list, sandbox, address, suffix);
  }
  return list;
}

/** A dual-stack Pod's addresses behind the first, with the end of their links' ids: the family. */
function furtherAddresses(scene: Scene): { address: Fact; suffix: string }[] {
  const { first } = scene.api;
  const seen = new Set<string>();
  const all = isBroken(first) ? [] : (at(first.root, "status", "podIPs")?.items ?? []);
  return all.flatMap((item, index) => {
    const address = optional(first, item, "ip");
    const family = address && familyOf(String(address.value));
    if (!family || seen.has(family)) return [];
    seen.add(family);
    return index === 0 ? [] : [{ address, suffix: `.${family.toLowerCase()}` }];
  });
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
  list.fact("network.podIP", "network", podIp, [runtimeAddress(inspectp, detail, podIp)]);
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

/**
 * The runtime's address of the same family, in the Pod status' spelling when it is the same. Which of two families comes first,
 * kubelet and runtime each decide for themselves; one that the runtime does not tell is not compared.
 */
function runtimeAddress(inspectp: Json | Broken, detail: JsonNode | undefined, like: Fact | Broken): Witness {
  const more = at(detail, "status", "network", "additionalIps")?.items ?? [];
  const told = [
    { name: "ip", fact: optional(inspectp, detail, "status", "network", "ip") },
    ...more.map((item, index) => ({ name: `additionalIps[${index}]`, fact: optional(inspectp, item, "ip") })),
  ];
  const spelling = (fact: Fact | Broken | undefined) =>
    fact && !isBroken(fact) ? canonicalAddress(String(fact.value)) : undefined;
  const wanted = spelling(like);
  const same = told.find(({ fact }) => wanted !== undefined && spelling(fact) === wanted);
  if (same?.fact && !isBroken(like))
    return { with: `crictl inspectp status.network.${same.name}`, fact: { ...same.fact, value: like.value } };
  const family = familyOf(wanted ?? "");
  const other = told.find(({ fact }) => family !== undefined && familyOf(spelling(fact) ?? "") === family);
  return { with: `crictl inspectp status.network.${other?.name ?? "ip"}`, fact: other?.fact };
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
  suffix = "",
): Device | Broken {
  const stop = (reason: Broken) => {
    list.broken(`network.interface${suffix}`, "network", reason);
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
    `network.interface${suffix}`,
    "network",
    { name: name.value, ifindex },
    [json.source(name), json.source(at(link, "ifindex")!)],
    {
      agrees: [
        { with: suffix === "" ? "network.podIP" : "network.podIPs", source: json.source(at(info, "local")!) },
      ],
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
): HostVeth | undefined {
  const stop = (reason: Broken) => {
    list.broken("network.hostVeth", "network", reason);
    return undefined;
  };
  if (isBroken(device)) return stop(device);
  const links = scene.node.json("ip-link");
  if (isBroken(links)) return stop(links);
  const end = (links.root.items ?? []).find((link) => at(link, "ifindex")?.value === device.peer);
  const kind = text(end, "linkinfo", "info_kind");
  const name = text(end, "ifname");
  if (device.peer === undefined)
    return stop(notComparable("the Pod's interface names no other end: it is no end of a veth pair"));
  // ipvlan, macvlan and SR-IOV have a parent on the node, not another end
  if (end && name && kind !== "veth" && kind !== "netkit")
    return stop(
      notComparable(
        `the Pod's interface is no end of a veth pair: behind it is ${name}${kind ? ` (${kind})` : ""}`,
      ),
    );
  const veth = at(end, "link_index")?.value === device.ifindex ? end : undefined;
  if (!veth || !name)
    return stop(broken("absent", `no veth of the node has index ${device.peer} and peer ${device.ifindex}`));
  const peer = at(device.node, "link_index")!;
  const agrees = [{ with: "peer index of the Pod interface", source: device.json.source(peer) }];
  const owner = isBroken(sandbox)
    ? undefined
    : namespaceOf(scene, sandbox.id, at(veth, "link_netnsid")?.value);
  if (isBroken(owner)) return stop(owner);
  const master = text(veth, "master");
  list.value("network.hostVeth", "network", name, [links.source(at(veth, "ifname")!)], {
    agrees: owner ? [...agrees, { with: "network namespace id of the peer", source: owner.source }] : agrees,
  });
  return { name, master };
}

/** The Pod's end on the node, and the bridge or VRF that it is a port of. */
interface HostVeth {
  name: string;
  master: string | undefined;
}

/** When the node names the veth's peer namespace and the sandbox's, they must be one; a namespace may have several names. */
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
  const own = (ids.root.items ?? []).find((item) => path.endsWith(`/${text(item, "name")}`));
  if (!own) return undefined;
  return broken("mismatch", `the veth's peer is in namespace ${name.value}, the sandbox's is ${path}`);
}

/** The most specific route of the node to the address; it must lead to the veth, or to what that is a port of, when it is a host route. */
function routeLink(
  scene: Scene,
  list: LinkList,
  podIp: Fact | Broken,
  veth: HostVeth | undefined,
  suffix = "",
): undefined {
  const id = `network.route${suffix}`;
  const stop = (reason: Broken) => list.broken(id, "network", reason);
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
  // policy routing may use a table that was not read
  if (!best) return stop(broken("absent", `the node's main table has no route to ${podIp.value}`));
  const [dst, device] = [at(best.route, "dst")!, at(best.route, "dev")];
  if (!device) {
    const type = text(best.route, "type") ?? "several next hops";
    return stop(notComparable(`the route ${dst.value} to ${podIp.value} names no interface (${type})`));
  }
  const host = best.length === (address.kind() === "ipv6" ? 128 : 32);
  if (host && veth !== undefined && device.value !== veth.name && device.value !== veth.master) {
    const reason = `the route to ${podIp.value} leads to ${device.value}, the Pod's veth is ${veth.name}`;
    return stop(broken("mismatch", reason));
  }
  list.value(id, "network", { dst: dst.value, dev: device.value }, [
    routes.source(dst),
    routes.source(device),
  ]);
}
