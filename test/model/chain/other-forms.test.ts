/** More of one fact's forms: what is no contradiction is none. What is recorded is edited; the forms are invented. */
import { describe, expect, it } from "vitest";
import { cgroupPath } from "../../../src/model/chain/cgroup.js";
import { chainFrom } from "../../../src/model/chain/chain.js";
import { namesOneImage } from "../../../src/model/chain/image-reference.js";
import type { Text } from "../../../src/model/chain/readings.js";
import { compose, decode, edited, ok, type Recording, recorded, withVm } from "./compose.js";
import { type ApiObject, breaks, changedJson, linkOf, recordedDelivery } from "./delivery/recorded.js";

const normal = withVm(recorded("c26-normal"));
const UID = "86219e0c-db54-4f40-8f76-99a7d5e858a7";
const APP = "cdb56b887f7ebcd7aee85db3af0df5b835577e10fb0f3f167305527d6bebf1af";

const link = (recording: Recording, id: string) => linkOf(chainFrom(compose(recording)), id);

function pod(recording: Recording, change: (pod: ApiObject) => void): Recording {
  const edit = (bytes: Uint8Array) => {
    const json = JSON.parse(decode(bytes));
    change(json);
    return new TextEncoder().encode(JSON.stringify(json));
  };
  return { ...recording, api: { first: edit(recording.api.first), last: edit(recording.api.last) } };
}

const json = (recording: Recording, section: string, change: (json: ApiObject) => void) =>
  edited(recording, section, (text) => {
    const told = JSON.parse(text);
    change(told);
    return JSON.stringify(told);
  });

const status = (change: (status: ApiObject) => void) =>
  pod(normal, ({ status: told }) =>
    change(told.containerStatuses.find((one: ApiObject) => one.name === "app")),
  );

describe("a static Pod", () => {
  const HASH = "5d2e0123456789abcdef0123456789ab";

  /** The node knows it by its hash, and so does the application, which the kubelet told it. */
  const mirrored = (told: string) => {
    const onNode = new Map(
      [...normal.node].map(([name, { bytes, exit }]) => [
        name.replaceAll(UID, HASH),
        {
          ...ok(
            decode(bytes)
              .replaceAll(UID, name.startsWith("identity/") ? told : HASH)
              .replaceAll(UID.replaceAll("-", "_"), HASH),
          ),
          exit,
        },
      ]),
    );
    const args = normal.args.map((arg) => arg.replaceAll(UID, HASH));
    return pod({ ...normal, node: onNode, args }, ({ metadata }) => {
      metadata.annotations = { "kubernetes.io/config.source": "file", "kubernetes.io/config.hash": HASH };
      metadata.ownerReferences = [{ apiVersion: "v1", kind: "Node", name: "n", uid: "u" }];
    });
  };

  it("is told its node's UID, not the mirror's", () => {
    const told = link(mirrored(HASH), "app.identity.podUid");
    expect([told.value, told.agrees?.map((one) => one.with)]).toEqual([HASH, ["pod.nodeUid"]]);
    expect(link(mirrored(HASH), "pod.uid").value).toBe(UID);
    expect(link(mirrored("another"), "app.identity.podUid").break?.code).toBe("mismatch");
  });
});

describe("a Pod status that is behind the runtime", () => {
  const NEXT = "e".repeat(64);

  it("contradicts nothing while it names no container yet", () => {
    const behind = status((one) => {
      delete one.containerID;
    });
    expect(link(behind, "container.app.id").break).toEqual({
      code: "not-comparable",
      reason: `cannot be compared: the CRI has container ${APP}, the Pod status names none yet`,
    });
  });

  it("contradicts nothing while it names the attempt before, and everything else that the CRI does not know", () => {
    const again = ["first", "last"].reduce(
      (recording, when) =>
        json(recording, `ps/${when}`, (ps) => {
          const row = ps.containers.find(({ id }: ApiObject) => id === APP);
          ps.containers.push({ ...row, id: NEXT, metadata: { ...row.metadata, attempt: 1 } });
        }),
      normal,
    );
    expect(link(again, "container.app.id").break).toEqual({
      code: "not-comparable",
      reason: `cannot be compared: the Pod status names container ${APP}, the CRI's newest is ${NEXT}, which followed it`,
    });
    const stranger = status((one) => {
      one.containerID = `containerd://${NEXT}`;
    });
    expect(link(stranger, "container.app.id").break?.code).toBe("mismatch");
  });
});

describe("cgroups", () => {
  const told = (line: string): Text => ({
    match: (pattern) => {
      const found = pattern.exec(line);
      const source = { step: "s", stream: "stdout" as const, span: [0, line.length] as [number, number] };
      return found ? { value: found[1]!, source } : undefined;
    },
    matchAll: () => [],
    whole: () => {
      throw new Error("is not asked");
    },
  });
  const hex = "ab".repeat(32);

  it.each([
    // the node is a scope of the machine's systemd, and its kubelet uses no systemd
    [
      `0::/system.slice/docker-${"cd".repeat(32)}.scope/kubelet/kubepods/burstable/pod1a2b-3c4d/${hex}`,
      "cgroupfs",
    ],
    [`0::/kubepods.slice/kubepods-pod1a2b_3c4d.slice/cri-containerd-${hex}.scope`, "systemd"],
    [`0::/kubepods/burstable/pod1a2b-3c4d/${hex}`, "cgroupfs"],
  ])("%s is of the %s driver", (line, driver) => {
    expect(cgroupPath(told(line))?.driver).toBe(driver);
  });

  it("have no limit where the Pod says a limit of zero", () => {
    const path = /^4:memory:(.*)$/m.exec(decode(normal.node.get("proc/971/cgroup")!.bytes))![1]!;
    const files = {
      "cpu.cfs_quota_us": "-1",
      "cpu.cfs_period_us": "100000",
      "cpu.shares": "2",
      "memory.limit_in_bytes": "9223372036854771712",
      "pids.max": "max",
    };
    const lines = Object.entries(files).map(([name, value]) => `/sys/fs/cgroup/X${path}/${name} ${value}\n`);
    const limits = (cpu: string, memory: string) =>
      pod(
        { ...normal, node: new Map(normal.node).set("proc/971/cgroup-limits", ok(lines.join(""))) },
        ({ spec, status: told }) => {
          delete told.containerStatuses.find((one: ApiObject) => one.name === "app").resources;
          spec.containers.find((one: ApiObject) => one.name === "app").resources.limits = { cpu, memory };
        },
      );
    expect(link(limits("0", "0"), "container.app.cpu.limit").value).toBe("max");
    expect(link(limits("0", "0"), "container.app.memory.limit").value).toBe("9223372036854771712");
    expect(link(limits("0", "64Mi"), "container.app.memory.limit").break?.code).toBe("mismatch");
  });
});

describe("reservations of addresses", () => {
  const FILE = "ipam//run/cni-ipam-state/kindnet/10.244.1.2";
  const withFile = (name: string) => {
    const others = [...normal.node].filter(([section]) => section !== FILE);
    return { ...normal, node: new Map(others).set(name, ok("0123456789abcdef\r\neth0")) };
  };

  it("contradict in the node's network only: what another network has reserved says nothing", () => {
    expect(link(withFile(FILE), "network.ipamFile").break?.code).toBe("mismatch");
    const old = "ipam//var/lib/cni/networks/old/10.244.1.2";
    expect(link(withFile(old), "network.ipamFile").break?.code).toBe("not-comparable");
  });
});

describe("mounts", () => {
  it("of a process with a root of its own cannot be compared with its container's", () => {
    const inside = edited(normal, "proc/971/mountinfo", (text) =>
      text
        .split("\n")
        .filter((line) => line.split(" ")[4] !== "/" && !line.includes("/etc/hosts"))
        .join("\n"),
    );
    expect(link(inside, "container.app.mounts").break?.code).toBe("not-comparable");
  });
});

describe("images", () => {
  it("have one ID with and without the name of its digest", () => {
    const bare = json(normal, "images", ({ images }) => {
      for (const image of images) image.id = image.id.replace("sha256:", "");
    });
    expect(link(bare, "container.app.image.configDigest").break).toBeUndefined();
    expect(link(bare, "container.app.image.configDigest").value).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["Registry.Example:5000/a/b:t", "registry.example:5000/a/b:t", true],
    ["DOCKER.IO/library/node", "node", true],
    ["Registry/a:t", "registry/a:t", false],
  ])("%s and %s, whose hosts are in another case: %s", (a, b, same) => {
    expect(namesOneImage(a, b)).toBe(same);
    expect(namesOneImage(b, a)).toBe(same);
  });
});

describe("a Service", () => {
  const served = recordedDelivery("c37-served");
  const ports = [
    { name: "http", protocol: "TCP", port: 80, targetPort: 8080, nodePort: 30080 },
    { name: "tls", protocol: "TCP", port: 443, targetPort: 8443, nodePort: 30443 },
  ];
  const slice = [
    { name: "tls", protocol: "TCP", port: 8443 },
    { name: "http", protocol: "TCP", port: 8080 },
  ];
  const asked = (url: (ip: string) => string) => {
    const given = changedJson(
      changedJson(served, "service", ({ spec }) => {
        spec.ports = ports;
      }),
      "endpoints",
      ({ items }) => {
        items[0].ports = slice;
      },
    );
    const steps = given.steps.map((step) => {
      const last = step.record.argv.at(-1) ?? "";
      if (![given.delivery?.steps.identity, given.delivery?.steps.state].includes(step.record.id))
        return step;
      const argv = [...step.record.argv.slice(0, -1), url(new URL(last).hostname)];
      return { ...step, record: { ...step.record, argv } };
    });
    return linkOf(chainFrom({ ...given, steps }), "service.endpoint").value;
  };

  it.each([
    ["its port", (ip: string) => `http://${ip}:80/identity`, "10.244.1.44:8080"],
    ["https without a port", (ip: string) => `https://${ip}/identity`, "10.244.1.44:8443"],
    ["its other port", (ip: string) => `https://${ip}:443/identity`, "10.244.1.44:8443"],
    ["the node's port", () => "https://172.18.0.2:30443/identity", "10.244.1.44:8443"],
  ])("asked by %s leads to the port that was asked", (_what, url, endpoint) => {
    expect(asked(url)).toBe(endpoint);
  });

  it("lists the Pod among several addresses of an endpoint", () => {
    const several = changedJson(served, "endpoints", ({ items }) => {
      items[0].endpoints[0].addresses.unshift("10.244.1.99");
    });
    expect(linkOf(chainFrom(several), "service.endpoint").value).toBe("10.244.1.44:8080");
    expect(breaks(several)).toEqual({});
  });
});
