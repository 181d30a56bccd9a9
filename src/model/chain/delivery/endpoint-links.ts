/** The endpoints of a Service that are this very Pod: one for each address family that the Service serves. */
import { canonicalAddress, type Family, familyOf, hostPort } from "../address.js";
import { type Broken, broken, type Fact, isBroken, type LinkList, notComparable } from "../facts.js";
import { at, type JsonNode } from "../json.js";
import type { Json } from "../readings.js";
import { text } from "../scene.js";
import type { Link } from "../types.js";
import { servingPort, slicePort, targetPort } from "./ports.js";
import { askedUrl, type DeliveryScene, witness } from "./scene.js";
import { familyId } from "./service-links.js";

/** An endpoint with the slice that lists it. */
export interface Place {
  slice: JsonNode;
  endpoint: JsonNode;
}

/** `service.endpoint` is of the Service's first family; a further one says its family in its id. */
export function endpointLinks(scene: DeliveryScene, list: LinkList, links: Link[]): undefined {
  const slices = scene.object("endpoints");
  if (isBroken(slices)) return list.broken("service.endpoint", "service", slices);
  const service = scene.object("service");
  const all = placesOf(slices.root);
  const families = familiesOf(isBroken(service) ? undefined : service.root, all);
  families.forEach((family, index) => {
    const id = index === 0 ? "service.endpoint" : familyId("service.endpoint", family);
    const here =
      family === undefined ? all : all.filter(({ slice }) => text(slice, "addressType") === family);
    endpointLink({ scene, list, links, slices, id }, here, families.length === 1 ? undefined : family);
  });
}

/** Every endpoint of a list of slices. */
export function placesOf(slices: JsonNode): Place[] {
  return (at(slices, "items")?.items ?? []).flatMap((slice) =>
    (at(slice, "endpoints")?.items ?? []).map((endpoint) => ({ slice, endpoint })),
  );
}

/** What the Service says; without it the families of its slices. A Service of an older API server says none: one is meant. */
function familiesOf(service: JsonNode | undefined, places: Place[]): (Family | undefined)[] {
  const said = (at(service, "spec", "ipFamilies")?.items ?? []).map(({ value }) => value as Family);
  if (said.length > 0) return said;
  const seen = [...new Set(places.map(({ slice }) => text(slice, "addressType") as Family))];
  return seen.length > 0 ? seen : [undefined];
}

interface Where {
  scene: DeliveryScene;
  list: LinkList;
  links: Link[];
  slices: Json;
  id: string;
}

/** The endpoint whose targetRef has the Pod's UID: an address alone may be another Pod's by now. */
function endpointLink(
  { scene, list, links, slices, id }: Where,
  places: Place[],
  family?: Family,
): undefined {
  const stop = (reason: Broken) => list.broken(id, "service", reason);
  const uid = links.find((link) => link.id === "pod.uid");
  if (uid?.value === undefined)
    return stop(uid?.break ?? broken("step-failed", "the Pod's UID is not known"));
  const uidOf = ({ endpoint }: Place) => text(endpoint, "targetRef", "uid");
  // while slices are filled anew one endpoint may stand in two of them
  const mine = places.filter((place) => uidOf(place) === uid.value);
  const place = mine.find(isReady) ?? mine[0];
  if (!place) {
    const others = places.map((one) => uidOf(one) ?? "(no UID)").join(", ");
    const what = family === undefined ? "no endpoint" : `no ${family} endpoint`;
    return stop(broken("absent", `${what} has the Pod's UID ${uid.value}; there are ${others || "none"}`));
  }
  const address = addressOf(place, links);
  if (!address) return stop(broken("field-missing", "the endpoint has no address or the slice no port"));
  if (!isReady(place))
    return stop(broken("not-reachable", `the endpoint ${address.value} is the Pod's, and is not ready`));
  const ip = podAddress(links, String(address.value));
  if (ip && canonicalAddress(String(ip.value)) !== canonicalAddress(String(address.value)))
    return stop(broken("mismatch", `the endpoint's address is ${address.value}, the Pod's is ${ip.value}`));
  const port = portOf(scene, place.slice, slices);
  if (isBroken(port)) return stop(port);
  const agrees = [
    { with: "pod.uid", source: slices.source(at(place.endpoint, "targetRef", "uid") as JsonNode) },
    ...(ip ? [{ with: ip.with, source: ip.source }] : []),
    ...port.agrees,
  ];
  const value = hostPort(canonicalAddress(String(address.value)) ?? String(address.value), port.number);
  list.value(id, "service", value, [slices.source(address), ...port.sources], { agrees });
}

export function isReady({ endpoint }: Place): boolean {
  return at(endpoint, "conditions", "ready")?.value !== false;
}

/** An endpoint may have several addresses: the Pod's own, otherwise the first. */
function addressOf({ endpoint }: Place, links: Link[]): JsonNode | undefined {
  const all = at(endpoint, "addresses")?.items ?? [];
  const known = links.find(({ id }) => id === "network.podIPs")?.value ?? [];
  const own = new Set([known].flat().map((ip) => canonicalAddress(String(ip))));
  return all.find(({ value }) => own.has(canonicalAddress(String(value)))) ?? all[0];
}

/** The Pod's address of the same family; its first one when it has none of that family; undefined when none is known. */
function podAddress(links: Link[], like: string): (Fact & { with: string }) | undefined {
  const first = witness(links, "network.podIP");
  if (!first.fact) return undefined;
  const family = familyOf(like);
  if (familyOf(String(first.fact.value)) === family) return { ...first.fact, with: first.with };
  const all = links.find(({ id }) => id === "network.podIPs");
  const index = ((all?.value ?? []) as string[]).findIndex((ip) => familyOf(ip) === family);
  const source = all?.sources[index];
  if (!source) return { ...first.fact, with: first.with };
  return { value: (all!.value as string[])[index]!, source, with: "network.podIPs" };
}

interface Port {
  /** Undefined when Service and slice have no ports, as those of a headless Service may. */
  number: number | undefined;
  sources: ReturnType<Json["source"]>[];
  agrees: { with: string; source: ReturnType<Json["source"]> }[];
}

/** The slice's port that is the Service's by name, when it is the one that the Service's `targetPort` leads to. */
function portOf(scene: DeliveryScene, slice: JsonNode, slices: Json): Port | Broken {
  const service = scene.object("service");
  const wanted = isBroken(service) ? undefined : servingPort(service.root, askedUrl(scene));
  if (!isBroken(service) && !wanted && !at(slice, "ports")?.items?.length)
    return { number: undefined, sources: [], agrees: [] };
  const found = slicePort(slice, wanted);
  if (isBroken(found)) return found;
  const number = at(found, "port");
  if (typeof number?.value !== "number")
    return broken("field-missing", "the endpoint has no address or the slice no port");
  const port: Port = { number: number.value, sources: [slices.source(number)], agrees: [] };
  const { first } = scene.pod.api;
  if (!wanted || isBroken(first)) return port;
  const target = targetPort(wanted, first);
  if (typeof target === "object" && isBroken(target)) return target;
  const expected = typeof target === "number" ? target : target.value;
  if (expected !== number.value) return otherPort(slice, expected, number.value);
  if (typeof target === "object") port.agrees.push({ with: "the container's port", source: target.source });
  return port;
}

/** The EndpointSlice controller writes what `targetPort` says; whoever else fills a slice is free in it. */
function otherPort(slice: JsonNode, expected: number, got: number): Broken {
  const by = text(slice, "metadata", "labels", "endpointslice.kubernetes.io/managed-by");
  const said = `the Service leads to port ${expected}, the slice says ${got}`;
  if (by === "endpointslice-controller.k8s.io") return broken("mismatch", said);
  return notComparable(`${said}, and ${by ?? "nobody that it names"} fills it`);
}
