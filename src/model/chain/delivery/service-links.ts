/** The Service in front of the Pod: its addresses, what it selects, and its endpoints that are this very Pod. */
import { canonicalAddress, type Family, familyOf, hostPort } from "../address.js";
import { type Broken, broken, isBroken, LinkList } from "../facts.js";
import { at, type JsonNode } from "../json.js";
import { text } from "../scene.js";
import type { Link } from "../types.js";
import { endpointLinks } from "./endpoint-links.js";
import { servingPort } from "./ports.js";
import { askedUrl, type DeliveryScene } from "./scene.js";

export function serviceLinks(scene: DeliveryScene, links: Link[]): Link[] {
  const list = new LinkList();
  if (scene.asked("service")) {
    addressLinks(scene, list);
    selectorLink(scene, list);
  }
  if (scene.asked("endpoints")) endpointLinks(scene, list, links);
  return list.links;
}

/** One link for each family: the first is the address that the Service is asked by, the second says its family. */
function addressLinks(scene: DeliveryScene, list: LinkList): undefined {
  const stop = (reason: Broken) => list.broken("service.address", "service", reason);
  const service = scene.object("service");
  if (isBroken(service)) return stop(service);
  const type = text(service.root, "spec", "type");
  if (type === "ExternalName")
    return stop(broken("absent", "the Service is a name for another host: it has no address"));
  const port = servingPort(service.root, askedUrl(scene));
  const number = port && at(port, "port");
  const ips = clusterIps(service.root);
  if (ips[0]?.value === "None") {
    // a headless Service: its clients ask its endpoints
    return list.value("service.address", "service", "None", [service.source(ips[0])]);
  }
  if (ips.length === 0 || !number)
    return stop(broken("field-missing", "the Service has no clusterIP or port"));
  ips.forEach((ip, index) => {
    const address = String(ip.value);
    const id = index === 0 ? "service.address" : familyId("service.address", familyOf(address));
    list.value(id, "service", hostPort(canonicalAddress(address) ?? address, String(number.value)), [
      service.source(ip),
      service.source(number),
    ]);
  });
}

/** `clusterIP` is the first of `clusterIPs`, which older API servers do not have. */
function clusterIps(service: JsonNode): JsonNode[] {
  const first = at(service, "spec", "clusterIP");
  const more = (at(service, "spec", "clusterIPs")?.items ?? []).slice(1);
  return first?.value ? [first, ...more] : [];
}

export function familyId(id: string, family: Family | undefined): string {
  return `${id}.${(family ?? "other").toLowerCase()}`;
}

/** Every label that the Service asks for is one of the Pod's. */
function selectorLink(scene: DeliveryScene, list: LinkList): undefined {
  const service = scene.object("service");
  // the address has said that the Service is missing
  if (isBroken(service)) return;
  const stop = (reason: Broken) => list.broken("service.selector", "service", reason);
  const selector = at(service.root, "spec", "selector");
  const { first } = scene.pod.api;
  if (!selector?.members?.size) return stop(broken("field-missing", "the Service has no selector"));
  if (isBroken(first)) return stop(first);
  const agrees = [];
  for (const [name, wanted] of selector.members) {
    const label = at(first.root, "metadata", "labels", name);
    if (label?.value !== wanted.value) {
      const reason = `the Service selects ${name}=${wanted.value}, the Pod has ${label ? `${name}=${label.value}` : "no such label"}`;
      return stop(broken("mismatch", reason));
    }
    agrees.push({ with: `the Pod's label ${name}`, source: first.source(label) });
  }
  list.value("service.selector", "service", selector.value, [service.source(selector)], { agrees });
}
