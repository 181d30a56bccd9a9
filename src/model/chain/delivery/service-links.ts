/** The Service in front of the Pod: its address, what it selects, and the endpoint that is this very Pod. */
import { type Broken, broken, isBroken, LinkList } from "../facts.js";
import { at, type JsonNode } from "../json.js";
import { text } from "../scene.js";
import type { Link } from "../types.js";
import { type DeliveryScene, witness } from "./scene.js";

export function serviceLinks(scene: DeliveryScene, links: Link[]): Link[] {
  const list = new LinkList();
  if (scene.asked("service")) {
    addressLink(scene, list);
    selectorLink(scene, list);
  }
  if (scene.asked("endpoints")) endpointLink(scene, list, links);
  return list.links;
}

function addressLink(scene: DeliveryScene, list: LinkList): undefined {
  const service = scene.object("service");
  if (isBroken(service)) return list.broken("service.address", "service", service);
  const ip = at(service.root, "spec", "clusterIP");
  const port = at(service.root, "spec", "ports", 0, "port");
  if (!ip || !port)
    return list.broken(
      "service.address",
      "service",
      broken("field-missing", "the Service has no clusterIP or port"),
    );
  list.value("service.address", "service", `${ip.value}:${port.value}`, [
    service.source(ip),
    service.source(port),
  ]);
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

/** The endpoint whose targetRef has the Pod's UID: an address alone may be another Pod's by now. */
function endpointLink(scene: DeliveryScene, list: LinkList, links: Link[]): undefined {
  const stop = (reason: Broken) => list.broken("service.endpoint", "service", reason);
  const slices = scene.object("endpoints");
  if (isBroken(slices)) return stop(slices);
  const uid = links.find(({ id }) => id === "pod.uid")?.value;
  const all = (at(slices.root, "items")?.items ?? []).flatMap((slice) =>
    (at(slice, "endpoints")?.items ?? []).map((endpoint) => ({ slice, endpoint })),
  );
  const mine = all.find(({ endpoint }) => text(endpoint, "targetRef", "uid") === uid);
  if (!mine) {
    const others = all.map(({ endpoint }) => text(endpoint, "targetRef", "uid") ?? "(no UID)").join(", ");
    return stop(broken("absent", `no endpoint has the Pod's UID ${uid}; there are ${others || "none"}`));
  }
  const { slice, endpoint } = mine;
  const address = at(endpoint, "addresses", 0);
  const port = at(slice, "ports", 0, "port");
  if (!address || !port)
    return stop(broken("field-missing", "the endpoint has no address or the slice no port"));
  if (at(endpoint, "conditions", "ready")?.value === false)
    return stop(broken("not-reachable", `the endpoint ${address.value} is the Pod's, and is not ready`));
  const ip = witness(links, "network.podIP").fact;
  if (ip && ip.value !== address.value)
    return stop(broken("mismatch", `the endpoint's address is ${address.value}, the Pod's is ${ip.value}`));
  const agrees = [
    { with: "pod.uid", source: slices.source(at(endpoint, "targetRef", "uid") as JsonNode) },
    ...(ip ? [{ with: "network.podIP", source: ip.source }] : []),
  ];
  list.value(
    "service.endpoint",
    "service",
    `${address.value}:${port.value}`,
    [slices.source(address), slices.source(port)],
    { agrees },
  );
}
