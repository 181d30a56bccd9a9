/** One fact in the forms that other clusters give it. What is recorded is edited; the forms are invented. */
import { describe, expect, it } from "vitest";
import { cgroupIds } from "../../../src/model/chain/cgroup.js";
import { chainFrom } from "../../../src/model/chain/chain.js";
import { imageReference, namesOneImage } from "../../../src/model/chain/image-reference.js";
import { compose, decode, edited, ok, type Recording, recorded, withVm } from "./compose.js";
import {
  type ApiObject,
  breaks,
  changed,
  changedJson,
  linkOf,
  recordedDelivery,
} from "./delivery/recorded.js";

const normal = withVm(recorded("c26-normal"));
const APP = "cdb56b887f7ebcd7aee85db3af0df5b835577e10fb0f3f167305527d6bebf1af";
const IDENTITY = "identity/86219e0c-db54-4f40-8f76-99a7d5e858a7/app/8080";

const link = (recording: Recording, id: string) => linkOf(chainFrom(compose(recording)), id);

/** Both readings of the Pod, changed alike. */
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

const withFile = (recording: Recording, name: string, content: string): Recording => ({
  ...recording,
  node: new Map(recording.node).set(name, ok(content)),
});

describe("addresses of a dual-stack Pod", () => {
  const V6 = "fd00:10:244:1::2";
  const dual = withFile(
    json(
      json(
        pod(normal, ({ status }) => {
          status.podIPs = [{ ip: "10.244.1.2" }, { ip: V6 }];
        }),
        "inspectp",
        ({ status }) => {
          status.network = { ip: "fd00:10:244:1:0:0:0:2", additionalIps: [{ ip: "10.244.1.2" }] };
        },
      ),
      "proc/946/ip-addr",
      (links) => {
        links
          .find((one: ApiObject) => one.ifname === "eth0")
          .addr_info.push({ family: "inet6", local: V6, prefixlen: 64, scope: "global" });
      },
    ),
    "ip-route6",
    JSON.stringify([
      { dst: V6, dev: "veth23c6b771" },
      { dst: "default", dev: "eth0" },
    ]),
  );

  it("are compared in their own family, whichever the runtime names first", () => {
    const first = link(dual, "network.podIP");
    expect(first.break).toBeUndefined();
    expect(first.agrees?.[0]?.with).toBe("crictl inspectp status.network.additionalIps[0]");
    const other = json(dual, "inspectp", ({ status }) => {
      status.network = { ip: V6, additionalIps: [{ ip: "10.244.1.9" }] };
    });
    expect(link(other, "network.podIP").break?.code).toBe("mismatch");
    const alone = json(dual, "inspectp", ({ status }) => {
      status.network = { ip: V6 };
    });
    expect(link(alone, "network.podIP").value).toBe("10.244.1.2");
  });

  it("have interface, route and reservation each, and the second says its family", () => {
    const file = "ipam//run/cni-ipam-state/kindnet/fd00:10:244:1::2";
    const reserved = withFile(dual, file, `${link(dual, "sandbox.id").value}\r\neth0`);
    expect(link(reserved, "network.interface.ipv6").value).toEqual({ name: "eth0", ifindex: 2 });
    expect(link(reserved, "network.route.ipv6").value).toEqual({ dst: V6, dev: "veth23c6b771" });
    expect(link(reserved, "network.ipamFile.ipv6").value).toBe(file.slice("ipam/".length));
    expect(link(dual, "network.ipamFile.ipv6").break?.code).toBe("absent");
    expect(link(dual, "network.route").value).toEqual({ dst: "10.244.1.2", dev: "veth23c6b771" });
  });
});

describe("networks of other plugins", () => {
  const onNode = (change: (end: ApiObject) => void) =>
    json(normal, "ip-link", (links) => {
      change(links.find((one: ApiObject) => one.ifname === "veth23c6b771"));
    });

  it("takes netkit for what veth is, and compares no other kind", () => {
    const kind = (info_kind?: string) => onNode((end) => Object.assign(end, { linkinfo: { info_kind } }));
    expect(link(kind("netkit"), "network.hostVeth").value).toBe("veth23c6b771");
    expect(link(kind("macvlan"), "network.hostVeth").break).toEqual({
      code: "not-comparable",
      reason:
        "cannot be compared: the Pod's interface is no end of a veth pair: behind it is veth23c6b771 (macvlan)",
    });
  });

  it("lets a route lead to the bridge that the veth is a port of", () => {
    const bridged = edited(
      onNode((end) => Object.assign(end, { master: "cni0" })),
      "ip-route",
      (text) => text.replaceAll('"dev":"veth23c6b771"', '"dev":"cni0"'),
    );
    expect(link(bridged, "network.route").value).toEqual({ dst: "10.244.1.2", dev: "cni0" });
    const astray = edited(bridged, "ip-link", (text) => text.replace('"cni0"', '"cni1"'));
    expect(link(astray, "network.route").break?.code).toBe("mismatch");
  });

  it("compares no route without an interface", () => {
    const blackhole = json(normal, "ip-route", (routes) => {
      const route = routes.find((one: ApiObject) => one.dst === "10.244.1.2");
      delete route.dev;
      route.type = "blackhole";
    });
    expect(link(blackhole, "network.route").break?.code).toBe("not-comparable");
  });

  it("looks for no file of host-local's where another plugin gives the addresses", () => {
    const calico = json(normal, "cni//etc/cni/net.d/10-kindnet.conflist", (config) => {
      for (const plugin of config.plugins) if (plugin.ipam) plugin.ipam = { type: "calico-ipam" };
    });
    const files = [...calico.node].filter(([name]) => !name.startsWith("ipam/"));
    expect(link({ ...calico, node: new Map(files) }, "network.ipamFile").break).toEqual({
      code: "not-comparable",
      reason:
        "cannot be compared: addresses are given by calico-ipam, which keeps no file of host-local's kind",
    });
  });

  it("takes of two networks' files for one address the sandbox's own", () => {
    const twice = withFile(normal, "ipam//run/a/10.244.1.2", "0123456789abcdef\r\neth0");
    const first = { ...twice, node: new Map([...twice.node].reverse()) };
    expect(link(first, "network.ipamFile").value).toBe("/run/cni-ipam-state/kindnet/10.244.1.2");
  });
});

describe("cgroups", () => {
  const hex = "ab".repeat(32);

  it.each([
    [`/kubepods.slice/kubepods-pod1a2b_3c4d.slice/crio-${hex}.scope`, "1a2b-3c4d", hex, undefined],
    [`/kubepods/besteffort/pod1a2b-3c4d/${hex}`, "1a2b-3c4d", hex, undefined],
    [
      `/kubepods.slice/kubepods-pod1a2b_3c4d.slice/cri-containerd-${hex}.scope/init.scope`,
      "1a2b-3c4d",
      hex,
      "init.scope",
    ],
    [
      `/kubepods/pod1a2b-3c4d/${hex}/docker/${"cd".repeat(32)}`,
      "1a2b-3c4d",
      hex,
      `docker/${"cd".repeat(32)}`,
    ],
    // a node that runs in a Pod
    [
      `/kubepods/pod9999-0000/${"ef".repeat(32)}/kubelet/kubepods/pod1a2b-3c4d/${hex}`,
      "1a2b-3c4d",
      hex,
      undefined,
    ],
    [
      `/docker/${"ef".repeat(32)}/kubelet/kubepods/burstable/pod1a2b-3c4d/${hex}`,
      "1a2b-3c4d",
      hex,
      undefined,
    ],
  ])("finds Pod and container in %s", (path, podUid, containerId, below) => {
    expect(cgroupIds(path)).toEqual({ podUid, containerId, ...(below && { below }) });
  });

  const path = /^4:memory:(.*)$/m.exec(decode(normal.node.get("proc/971/cgroup")!.bytes))![1]!;
  const limits = (recording: Recording, quota: string, period = "100000", memory = "67108864") =>
    withFile(
      recording,
      "proc/971/cgroup-limits",
      `/sys/fs/cgroup/X${path}/cpu.cfs_quota_us ${quota}\n/sys/fs/cgroup/X${path}/cpu.cfs_period_us ${period}\n/sys/fs/cgroup/X${path}/cpu.shares 102\n/sys/fs/cgroup/X${path}/memory.limit_in_bytes ${memory}\n/sys/fs/cgroup/X${path}/pids.max max\n`,
    );
  const limited = (cpu: string, memory = "64Mi", resized?: object) =>
    pod(normal, ({ spec, status }) => {
      spec.containers.find((one: ApiObject) => one.name === "app").resources.limits = { cpu, memory };
      if (resized)
        status.containerStatuses.find((one: ApiObject) => one.name === "app").resources = { limits: resized };
    });

  it.each([
    ["100m", "10000", "100000"],
    // rounded down to whole µs, up to whole percents, and not below 1 ms
    ["333m", "11099", "33333"],
    ["333m", "34000", "100000"],
    ["1m", "1000", "100000"],
    ["1500m", "150000", "100000"],
  ])("take a limit of %s for a quota of %s in %s µs", (cpu, quota, period) => {
    expect(link(limits(limited(cpu), quota, period), "container.app.cpu.limit").agrees).toHaveLength(1);
  });

  it("contradict a limit by another quota only, and not by none", () => {
    expect(link(limits(limited("100m"), "20000"), "container.app.cpu.limit").break?.code).toBe("mismatch");
    expect(link(limits(limited("100m"), "-1"), "container.app.cpu.limit").break?.code).toBe("not-comparable");
  });

  it("count memory in pages of 4, 16 or 64 KiB", () => {
    const memory = (told: string) =>
      link(limits(limited("100m", "100k"), "10000", "100000", told), "container.app.memory.limit");
    expect(["98304", "100000"].map((told) => memory(told).break?.code)).toEqual([undefined, undefined]);
    expect(memory("65536").break).toBeUndefined();
    expect(memory("90112").break?.code).toBe("mismatch");
  });

  it("agree with the status while a Pod is resized", () => {
    const resized = limits(limited("200m", "64Mi", { cpu: "100m" }), "10000");
    expect(link(resized, "container.app.cpu.limit").agrees?.[0]?.with).toBe("Pod status limits.cpu");
  });

  it("cannot show a container that they do not name, and not its limits from below it", () => {
    const elsewhere = edited(normal, "proc/971/cgroup", () => "0::/system.slice/some.service\n");
    expect(link(elsewhere, "container.app.pid.node").break?.code).toBe("not-comparable");
    const inside = edited(normal, "proc/971/cgroup", (text) =>
      text.replaceAll(/\.scope$/gm, ".scope/init.scope"),
    );
    expect(link(inside, "container.app.cgroup.podUid").value).toBe("86219e0c-db54-4f40-8f76-99a7d5e858a7");
    expect(link(inside, "container.app.memory.limit").break?.code).toBe("not-comparable");
  });
});

describe("kernels and processes", () => {
  it("does not look for the node's processes on a machine with another kernel", () => {
    const away = {
      ...normal,
      vm: new Map(normal.vm).set("boot-id", ok("11111111-2222-3333-4444-555555555555\n")),
    };
    expect(link(away, "container.app.pid.vm").break?.code).toBe("not-comparable");
    expect(link(away, "container.app.bootId").value).toBe(link(normal, "container.app.bootId").value);
  });

  it("does not compare a guest kernel's numbers with the node's", () => {
    const kata = json(
      json(normal, "inspectp", ({ info }) => {
        info.runtimeType = "io.containerd.kata.v2";
      }),
      IDENTITY,
      (told) => Object.assign(told, { pid: 17, net: "net:[4026531999]" }),
    );
    expect(link(kata, "app.identity.pid").break).toEqual({
      code: "not-comparable",
      reason: "cannot be compared: the runtime io.containerd.kata.v2 gives the container a kernel of its own",
    });
    expect(link(kata, "app.identity.ns.net").break?.code).toBe("not-comparable");
    expect(link(kata, "app.identity.podUid").agrees).toHaveLength(1);
  });

  it("tells a child of the first process from another container's", () => {
    const child = (pid: string) =>
      json(normal, IDENTITY, (told) => Object.assign(told, { pid: 7, namespaces: { pid, net: told.net } }));
    expect(link(child("pid:[4026532840]"), "app.identity.pid").break?.code).toBe("not-comparable");
    expect(link(child("pid:[4026532999]"), "app.identity.pid").break?.code).toBe("mismatch");
    const lost = json(child("pid:[4026532840]"), IDENTITY, (told) => {
      told.namespaces.net = "net:[4026531999]";
    });
    expect(link(lost, "app.identity.ns.net").break?.code).toBe("mismatch");
  });

  it.each([
    [{ hostnameOverride: "probe-1" }, "probe-1"],
    [{ setHostnameAsFQDN: true, subdomain: "web" }, "probe.web.default.svc.cluster.local"],
  ])("takes the host name of %j", (spec, hostname) => {
    const named = pod(normal, (one) => Object.assign(one.spec, spec));
    const told = json(named, IDENTITY, (one) => Object.assign(one, { hostname }));
    expect(link(told, "app.identity.hostname").value).toBe(hostname);
  });

  it("says of an ended container that was removed that it is gone", () => {
    const ended = pod(normal, ({ status }) => {
      const one = status.containerStatuses.find((each: ApiObject) => each.name === "app");
      one.state = { terminated: { exitCode: 0, containerID: one.containerID } };
    });
    const without = (recording: Recording, when: string) =>
      json(recording, `ps/${when}`, (ps) => {
        ps.containers = ps.containers.filter(({ id }: ApiObject) => id !== APP);
      });
    const removed = without(without(ended, "first"), "last");
    expect(link(removed, "container.app.id").break).toEqual({
      code: "absent",
      reason: `the container ${APP} has ended, and the runtime has removed it`,
    });
  });
});

describe("image references", () => {
  const digest = `sha256:${"a".repeat(64)}`;

  it.each([
    ["node", "docker.io/library/node:latest", true],
    ["node:lab", "docker.io/library/node:lab", true],
    ["library/node:lab", "index.docker.io/library/node:lab", true],
    ["localhost/node:lab", "localhost/node:lab", true],
    ["registry:5000/a/b:t", "registry:5000/a/b:t", true],
    [`registry:5000/a/b:t@${digest}`, `registry:5000/a/b@${digest}`, true],
    [`mirror.example/b@${digest}`, `registry:5000/a/b@${digest}`, true],
    ["node:lab", "node:other", false],
    ["node:lab", "example.org/node:lab", false],
    [`node@${digest}`, `node@sha256:${"b".repeat(64)}`, false],
    [`node@${digest}`, "node:lab", undefined],
    [digest, "node:lab", undefined],
  ])("%s and %s: %s", (a, b, same) => {
    expect(namesOneImage(a, b)).toBe(same);
    expect(namesOneImage(b, a)).toBe(same);
  });

  it("are taken apart as the CRI writes them", () => {
    expect(imageReference("registry:5000/node")).toEqual({ repository: "registry:5000/node", tag: "latest" });
    expect(imageReference(`a/b:t@${digest}`)).toEqual({ repository: "docker.io/a/b", tag: "t", digest });
    expect(imageReference("a".repeat(64))).toBeUndefined();
  });

  const image = (change: (image: ApiObject) => void) =>
    json(normal, "images", ({ images }) => {
      change(images.find((one: ApiObject) => one.id.startsWith("sha256:c7b954a0")));
    });

  it("does not take a repository whose name ends alike for the one that the spec names", () => {
    const two = image((one) => {
      one.repoDigests = [
        `example.org/othernode@${digest}`,
        `docker.io/library/node@sha256:${"b".repeat(64)}`,
      ];
    });
    expect(link(two, "container.app.image.manifestDigest").value).toBe(`sha256:${"b".repeat(64)}`);
  });

  it("lets status and runtime name one image by ID and by digest, when the node's list shows that it is one", () => {
    const id = link(normal, "container.app.image.id").value as string;
    const named = `docker.io/library/node@${digest}`;
    const said = (recording: Recording, ref: string) =>
      pod(recording, ({ status }) => {
        status.containerStatuses.find((one: ApiObject) => one.name === "app").imageID = ref;
      });
    const listed = image((one) => {
      one.repoDigests = [named];
    });
    expect(link(said(listed, named), "container.app.image.id")).toMatchObject({ value: named, agrees: [{}] });
    expect(link(said(normal, named), "container.app.image.id").break?.code).toBe("not-comparable");
    expect(link(said(normal, id.replace("sha256:", "")), "container.app.image.id").break).toBeUndefined();
    const other = JSON.parse(decode(normal.node.get("images")!.bytes)).images.find(
      (one: ApiObject) => one.id !== id,
    ).id;
    expect(link(said(normal, other), "container.app.image.id").break?.code).toBe("mismatch");
  });

  it("lets the Pod ask for what was pushed in another spelling", () => {
    const served = recordedDelivery("c37-served");
    const ref = linkOf(chainFrom(served), "registry.ref").value as string;
    const asking = (text: string) =>
      changedJson(served, "pod-first", ({ spec }) => {
        spec.containers[0].image = text;
      });
    expect(breaks(asking(ref.replace("@", ":c37@")))).toEqual({});
    expect(breaks(asking("example.org/other:t"))["registry.ref"]).toBeDefined();
    expect(breaks(asking(ref.replace(/@.*/, ":c37")))["registry.ref"]).toBe("not-comparable");
    const bare = changed(served, "node", (text) =>
      text.replaceAll("io.containerd.runc.v2", "io.containerd.runsc.v1"),
    );
    expect(breaks(bare)).toEqual({});
  });
});
