/** Ports of a Service: which one is meant, what the slices call it, and which port of the Pod it leads to. */
import { type Broken, broken, type Fact, notComparable } from "../facts.js";
import { at, type JsonNode } from "../json.js";
import type { Json } from "../readings.js";
import { optional, text } from "../scene.js";

/**
 * The port that a request went to. Without a request: the one that says of itself that it speaks HTTP, otherwise the first.
 * Undefined when the Service has none, as a headless one may.
 */
export function servingPort(service: JsonNode, url?: string): JsonNode | undefined {
  const ports = (at(service, "spec", "ports")?.items ?? []).filter((port) => protocolOf(port) === "TCP");
  // a headless Service is asked at its endpoints, by the port that they listen on
  const isHeadless = text(service, "spec", "clusterIP") === "None";
  const number = url === undefined || isHeadless ? undefined : portIn(new URL(url));
  const speaksHttp = (port: JsonNode) =>
    [text(port, "appProtocol"), text(port, "name")].some((word) => word?.toLowerCase() === "http");
  const asked = (key: string) =>
    number === undefined ? undefined : ports.find((port) => at(port, key)?.value === number);
  return asked("port") ?? asked("nodePort") ?? ports.find(speaksHttp) ?? ports[0];
}

function portIn({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** The slice's port of the same name; a port without a name is the only one there is. */
export function slicePort(slice: JsonNode, servicePort: JsonNode | undefined): JsonNode | Broken {
  const ports = at(slice, "ports")?.items ?? [];
  if (!servicePort) {
    if (ports.length === 1) return ports[0]!;
    return notComparable(`the slice has ${ports.length} ports, and no Service says which is meant`);
  }
  const name = text(servicePort, "name") ?? "";
  const found = ports.find(
    (port) => (text(port, "name") ?? "") === name && protocolOf(port) === protocolOf(servicePort),
  );
  if (found) return found;
  const others = ports.map((port) => text(port, "name") ?? "(no name)").join(", ") || "none";
  return broken("absent", `the slice has no port named ${name || "(no name)"}; there are ${others}`);
}

/** The number of the Pod's port that a Service's port leads to: `targetPort` itself, or a container's port of that name. */
export function targetPort(servicePort: JsonNode, pod: Json): Fact<number> | Broken | number {
  const target = at(servicePort, "targetPort")?.value;
  if (typeof target !== "string" || target === "")
    return Number(target ? target : at(servicePort, "port")?.value);
  if (/^\d+$/.test(target)) return Number(target);
  const containers = [
    ...(at(pod.root, "spec", "containers")?.items ?? []),
    // of the init containers those that keep running serve
    ...(at(pod.root, "spec", "initContainers")?.items ?? []).filter(
      (one) => text(one, "restartPolicy") === "Always",
    ),
  ];
  const ports = containers.flatMap((one) => at(one, "ports")?.items ?? []);
  const named = ports.find(
    (port) => text(port, "name") === target && protocolOf(port) === protocolOf(servicePort),
  );
  const found = named && optional(pod, named, "containerPort");
  return found
    ? { ...found, value: Number(found.value) }
    : notComparable(`the Service leads to a port named ${target}, and no container of the Pod has one`);
}

function protocolOf(port: JsonNode): string {
  return text(port, "protocol") ?? "TCP";
}
