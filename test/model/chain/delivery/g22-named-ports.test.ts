/** G22: ports have names. The Pod and its Service are recorded; their second port is invented. */
import { describe, expect, it } from "vitest";
import { type ChainInput, chainFrom } from "../../../../src/model/chain/chain.js";
import { serviceUrl } from "../../../../src/model/chain/delivery/service-url.js";
import { parseJson } from "../../../../src/model/chain/json.js";
import { apiAnswer, type StepOutput } from "../../../../src/model/chain/readings.js";
import { breaks, changedJson, linkOf, recordedDelivery } from "./recorded.js";

const served = recordedDelivery("c37-served");
const http = { name: "http", protocol: "TCP", port: 80, targetPort: "web" };
const metrics = { name: "metrics", protocol: "TCP", port: 9100, targetPort: 9100 };
const web = { name: "web", containerPort: 8080, protocol: "TCP" };

interface Ports {
  service?: object[];
  slice?: object[] | null;
  container?: object[];
  clusterIP?: string;
  managedBy?: string;
}

/** The case's own input, or parts of it otherwise. */
function withPorts({
  service = [http, metrics],
  slice,
  container,
  clusterIP,
  managedBy,
}: Ports = {}): ChainInput {
  const pod = changedJson(served, "pod-first", ({ spec }) => {
    spec.containers[0].ports = container ?? [{ containerPort: 9100, protocol: "TCP" }, web];
  });
  const fronted = changedJson(pod, "service", ({ spec }) => {
    spec.ports = service;
    if (clusterIP) Object.assign(spec, { clusterIP, clusterIPs: [clusterIP] });
  });
  return changedJson(fronted, "endpoints", ({ items }) => {
    items[0].ports =
      slice === undefined
        ? [
            { name: "metrics", protocol: "TCP", port: 9100 },
            { name: "http", protocol: "TCP", port: 8080 },
          ]
        : slice;
    if (managedBy) items[0].metadata.labels["endpointslice.kubernetes.io/managed-by"] = managedBy;
  });
}

const endpoint = (input: ChainInput) => linkOf(chainFrom(input), "service.endpoint");

describe("G22: ports have names", () => {
  it("joins the Service's port to the slice's of that name, and its target to the container's", () => {
    const link = endpoint(withPorts());
    expect(link.value).toBe("10.244.1.44:8080");
    expect(link.agrees?.map((one) => one.with)).toEqual(["pod.uid", "network.podIP", "the container's port"]);
    expect(link.agrees?.at(-1)?.source.pointer).toBe(
      "$['spec']['containers'][0]['ports'][1]['containerPort']",
    );
    expect(breaks(withPorts())).toEqual({});
    expect(linkOf(chainFrom(withPorts()), "service.address").value).toBe("10.96.158.21:80");
  });

  it("takes the port that was asked, in whatever order the Service lists them", () => {
    expect(endpoint(withPorts({ service: [metrics, http] })).value).toBe("10.244.1.44:8080");
  });

  it("never proves a wrong pair", () => {
    const swapped = [
      { name: "http", protocol: "TCP", port: 9100 },
      { name: "metrics", protocol: "TCP", port: 8080 },
    ];
    expect(endpoint(withPorts({ slice: swapped })).break).toEqual({
      code: "mismatch",
      reason: "the Service leads to port 8080, the slice says 9100",
    });
    const only = [{ name: "metrics", protocol: "TCP", port: 9100 }];
    expect(endpoint(withPorts({ slice: only })).break).toEqual({
      code: "absent",
      reason: "the slice has no port named http; there are metrics",
    });
    const udp = [{ name: "http", protocol: "UDP", port: 8080 }];
    expect(endpoint(withPorts({ slice: udp })).break?.code).toBe("absent");
  });

  it("does not compare a target that no container names, nor a slice that somebody else fills", () => {
    expect(endpoint(withPorts({ container: [{ containerPort: 8080 }] })).break).toEqual({
      code: "not-comparable",
      reason:
        "cannot be compared: the Service leads to a port named web, and no container of the Pod has one",
    });
    const mine = [{ name: "http", protocol: "TCP", port: 3000 }];
    expect(endpoint(withPorts({ slice: mine, managedBy: "example.org/mine" })).break).toMatchObject({
      code: "not-comparable",
      reason:
        "cannot be compared: the Service leads to port 8080, the slice says 3000, and example.org/mine fills it",
    });
  });

  it("finds the name in a sidecar, and not in an init container that ends", () => {
    const sidecar = (restartPolicy?: string) =>
      (["pod-first", "pod-last"] as const).reduce(
        (input, role) =>
          changedJson(input, role, ({ spec }) => {
            spec.initContainers = [{ name: "proxy", ports: [web], ...(restartPolicy && { restartPolicy }) }];
          }),
        withPorts({ container: [] }),
      );
    expect(endpoint(sidecar("Always")).value).toBe("10.244.1.44:8080");
    expect(endpoint(sidecar()).break?.code).toBe("not-comparable");
  });

  it.each([
    ["", ""],
    [undefined, ""],
    ["", undefined],
  ])("joins a single port without a name (%j, %j)", (a, b) => {
    const service = [{ name: a, protocol: "TCP", port: 80, targetPort: 8080 }];
    const slice = [{ name: b, protocol: "TCP", port: 8080 }];
    expect(endpoint(withPorts({ service, slice })).value).toBe("10.244.1.44:8080");
    const wrong = [{ name: b, protocol: "TCP", port: 9100 }];
    expect(endpoint(withPorts({ service, slice: wrong })).break?.code).toBe("mismatch");
  });

  it("takes the port itself where the Service names no target", () => {
    const service = [{ protocol: "TCP", port: 8080 }];
    expect(endpoint(withPorts({ service, slice: [{ port: 8080 }] })).value).toBe("10.244.1.44:8080");
  });

  it("reads a headless Service, with ports and without", () => {
    const headless = withPorts({ clusterIP: "None" });
    expect(linkOf(chainFrom(headless), "service.address").value).toBe("None");
    expect(endpoint(headless).value).toBe("10.244.1.44:8080");
    expect(endpoint(withPorts({ clusterIP: "None", service: [], slice: null })).value).toBe("10.244.1.44");
  });
});

describe("the URL that a Service is asked by", () => {
  const answer = (input: ChainInput, role: "service" | "endpoints" | "pod-first") => {
    const id = role === "pod-first" ? "served.1.pod-first" : input.delivery!.steps[role];
    const step = input.steps.find(({ record }) => record.id === id) as StepOutput;
    return apiAnswer(step, role);
  };
  const urlOf = (input: ChainInput) => {
    const service = answer(input, "service");
    if ("code" in service) throw new Error(service.reason);
    return serviceUrl(service, answer(input, "endpoints"), answer(input, "pod-first"));
  };

  it("is its cluster IP and the port that speaks HTTP", () => {
    expect(urlOf(served)).toBe("http://10.96.158.21:80");
    expect(urlOf(withPorts({ service: [metrics, http] }))).toBe("http://10.96.158.21:80");
    expect(urlOf(withPorts({ clusterIP: "fd00:10:96::1" }))).toBe("http://[fd00:10:96::1]:80");
  });

  it("is the Pod's endpoint when the Service is headless", () => {
    expect(urlOf(withPorts({ clusterIP: "None" }))).toBe("http://10.244.1.44:8080");
  });

  it("is none without an address", () => {
    const root = parseJson(
      new TextEncoder().encode('{"spec":{"type":"ExternalName","ports":[{"port":80}]}}'),
    );
    const none = { root, source: () => ({ step: "x", stream: "stdout" as const }) };
    expect(serviceUrl(none, none, none)).toBeUndefined();
  });
});
