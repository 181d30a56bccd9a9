import { describe, expect, it } from "vitest";
import { chainFrom } from "../../../src/model/chain/chain.js";
import type { Chain, Link } from "../../../src/model/chain/types.js";
import type { Source } from "../../../src/model/run.js";
import { compose, decode, edited, type Recording, recorded, withVm } from "./compose.js";

const read = (recording: Recording) => chainFrom(compose(recording));
const link = (chain: Chain, id: string): Link => chain.links.find((one) => one.id === id)!;
const values = (chain: Chain, ids: string[]) => ids.map((id) => link(chain, id)?.value);
const codes = (chain: Chain, prefix: string) =>
  Object.fromEntries(
    chain.links
      .filter(({ id }) => id.startsWith(prefix))
      .map((l) => [l.id.slice(prefix.length), l.break?.code]),
  );

const SCENARIOS = [
  "c26-normal",
  "c26-recreated",
  "c26-missing-entrypoint",
  "init-sidecar-crashloop",
  "static-pod",
];

describe.each(SCENARIOS)("any chain: %s", (scenario) => {
  const input = compose(withVm(recorded(scenario)));
  const chain = chainFrom(input);
  const text = ({ step, span }: Source) => {
    const { stdout } = input.steps.find(({ record }) => record.id === step)!;
    return decode(stdout.subarray(...(span as [number, number])));
  };

  it("has a value with its sources or a break, never both, for every link", () => {
    expect(chain.links.length).toBeGreaterThan(40);
    for (const { id, value, sources, break: why } of chain.links) {
      expect(value === undefined, id).toBe(why !== undefined);
      expect(sources.length > 0, id).toBe(value !== undefined);
      if (why) expect(why.reason, id).not.toBe("");
      else expect(value, id).not.toBe("");
    }
  });

  it("points at the bytes that say the value", () => {
    const derived = /\.(kind|mode|driver|version|mounts)$|^network\.ipamFile$|\.shim$|uid\.container$/;
    for (const { id, value, sources } of chain.links) {
      if (value === undefined || derived.test(id)) continue;
      const said = sources.map((source) => text(source));
      const parts = typeof value === "object" && value !== null ? Object.values(value).flat() : [value];
      for (const piece of parts.filter((part) => !String(part).startsWith("/etc/cni"))) {
        // the systemd driver writes the UID's dashes as underscores, within the path
        if (id.endsWith("cgroup.podUid"))
          expect(said.join().replaceAll("_", "-"), id).toContain(String(piece));
        else expect(said, id).toContain(String(piece));
      }
    }
  });

  it("gives the same chain again from the same bytes", () => {
    expect(chainFrom(compose(withVm(recorded(scenario))))).toEqual(chain);
  });
});

describe("a running Pod (c26-normal)", () => {
  const chain = read(withVm(recorded("c26-normal")));

  it("joins every layer", () => {
    expect(chain.generation).toEqual({
      podUid: "86219e0c-db54-4f40-8f76-99a7d5e858a7",
      sandboxId: "4c096c05ad54ea837a380d7aa691ed2231e88d5557258cf30849aeea26fd192b",
      containers: {
        app: {
          id: "cdb56b887f7ebcd7aee85db3af0df5b835577e10fb0f3f167305527d6bebf1af",
          restarts: 0,
          startTicks: "510595",
        },
        side: {
          id: "b71870f3531a23b36511de3e4144b86a684e46b0553b3760f8345f36eb1eef9e",
          restarts: 0,
          startTicks: "510667",
        },
      },
    });
    const ids = [
      "pid.container",
      "pid.node",
      "pid.vm",
      "ns.net",
      "ns.pid",
      "cgroup.version",
      "cgroup.driver",
      "restarts",
    ];
    expect(
      values(
        chain,
        ids.map((id) => `container.app.${id}`),
      ),
    ).toEqual([1, 971, 26274, "4026532764", "4026532840", "v1", "systemd", 0]);
    expect(link(chain, "sandbox.ns.net").value).toBe("4026532764");
    expect(link(chain, "container.app.shim").value).toEqual({ pid: 922, id: chain.generation!.sandboxId });
  });

  it("joins the network, from address to veth, route and IPAM file", () => {
    expect(values(chain, ["network.podIP", "network.hostVeth", "network.ipamFile"])).toEqual([
      "10.244.1.2",
      "veth23c6b771",
      "/run/cni-ipam-state/kindnet/10.244.1.2",
    ]);
    expect(link(chain, "network.interface").value).toEqual({ name: "eth0", ifindex: 2 });
    expect(link(chain, "network.route").value).toEqual({ dst: "10.244.1.2", dev: "veth23c6b771" });
    expect(link(chain, "network.cniConfig").value).toMatchObject({
      name: "kindnet",
      plugins: ["ptp", "portmap"],
    });
  });

  it("lets the application's answer agree with kernel and API", () => {
    const app = chain.links.filter(({ layer }) => layer === "app");
    expect(app.map(({ id, value, agrees }) => [id, value, agrees?.[0]?.with])).toEqual([
      ["app.identity.podUid", "86219e0c-db54-4f40-8f76-99a7d5e858a7", "pod.uid"],
      ["app.identity.pid", 1, "container.app.pid.container"],
      ["app.identity.hostname", "probe", "pod.name"],
      ["app.identity.ns.net", "4026532764", "container.app.ns.net"],
    ]);
  });

  it("has the config digest, and no manifest digest of a loaded image (G02)", () => {
    expect(link(chain, "container.app.image.configDigest").value).toMatch(/^sha256:c7b954a0/);
    expect(link(chain, "container.app.image.manifestDigest").break).toEqual({
      code: "loaded-not-pulled",
      reason: "loaded, not pulled: this node has no repository digest",
      remedy: "push the image to the lab registry and deploy it by digest",
    });
  });

  it("has no VM rung without the VM's reading, and guesses none", () => {
    const alone = read(recorded("c26-normal"));
    expect(link(alone, "container.app.pid.vm").break?.code).toBe("step-failed");
    expect(link(alone, "container.app.pid.node").value).toBe(971);
  });
});

describe("containers that do not run", () => {
  it("breaks the process of a container whose entrypoint is missing, and keeps what is known", () => {
    const chain = read(withVm(recorded("c26-missing-entrypoint")));
    expect(
      values(chain, [
        "container.app.state",
        "container.app.exitCode",
        "container.app.reason",
        "container.app.restarts",
      ]),
    ).toEqual(["CONTAINER_EXITED", 128, "StartError", 2]);
    for (const id of [
      "pid.container",
      "pid.node",
      "pid.vm",
      "startTicks",
      "task",
      "shim",
      "ns.pid",
      "cgroup.path",
    ]) {
      expect(link(chain, `container.app.${id}`).break?.code, id).toBe("not-running");
    }
    expect(link(chain, "container.app.startedAt").break?.reason).toContain("has not happened");
    expect(link(chain, "container.side.pid.node").value).toBe(2131);
  });

  it("tells init, sidecar and crash-looping containers apart", () => {
    const chain = read(recorded("init-sidecar-crashloop"));
    const kinds = ["prepare", "sidecar", "app", "crashing"].map(
      (name) => link(chain, `container.${name}.kind`).value,
    );
    expect(kinds).toEqual(["init", "sidecar", "main", "main"]);
    expect(values(chain, ["container.sidecar.pid.node", "container.app.pid.node"])).toEqual([3190, 3219]);
    expect(values(chain, ["container.crashing.exitCode", "container.crashing.restarts"])).toEqual([3, 2]);
    expect(codes(chain, "container.crashing.pid.")).toEqual({
      node: "not-running",
      container: "not-running",
      vm: "not-running",
    });
    expect(link(chain, "container.prepare.reason").value).toBe("Completed");
  });
});

describe("a static Pod (G04)", () => {
  const recording = recorded("static-pod");

  it("is joined by the hash of its manifest, and both UIDs are shown", () => {
    const chain = read(recording);
    expect(values(chain, ["pod.uid", "pod.nodeUid"])).toEqual([
      "431307a3-a130-4135-88f1-84e240e7e520",
      "a341ad40d8625f7316e1e77260ce027a",
    ]);
    expect(values(chain, ["sandbox.attempt", "container.etcd.pid.node", "network.mode"])).toEqual([
      3,
      562,
      "host",
    ]);
    expect(link(chain, "container.etcd.cgroup.path").value).toContain("poda341ad40d8625f7316e1e77260ce027a");
  });

  it.each([
    ["another source", (text: string) => text.replace('config.source": "file"', 'config.source": "api"')],
    ["no Node as owner", (text: string) => text.replace('"kind": "Node"', '"kind": "Job"')],
  ])("is not joined by an annotation alone: %s", (_, edit) => {
    const pod = new TextEncoder().encode(edit(decode(recording.api.first)));
    expect(decode(pod)).not.toBe(decode(recording.api.first));
    const chain = read({ ...recording, api: { first: pod, last: pod } });
    expect(link(chain, "sandbox.id").break?.code).toBe("absent");
    expect(link(chain, "pod.nodeUid")).toBeUndefined();
  });
});

describe("bytes decide", () => {
  const normal = withVm(recorded("c26-normal"));
  const whole = read(normal);

  it("loses links when a section is dropped, and gains no value", () => {
    for (const name of normal.node.keys()) {
      const node = new Map(normal.node);
      node.delete(name);
      const chain = read({ ...normal, node });
      for (const { id, value } of chain.links) {
        if (value !== undefined && link(whole, id))
          expect(value, `${id} without ${name}`).toEqual(link(whole, id).value);
      }
      const kept = (of: Chain) => of.links.filter(({ value }) => value !== undefined).length;
      const proofs = (of: Chain) =>
        of.links.flatMap(({ sources, agrees = [] }) => [...sources, ...agrees]).length;
      expect(kept(chain), name).toBeLessThanOrEqual(kept(whole));
      // What is read by nothing but a message, or belongs to another Pod's IPAM, may go without a trace.
      if (!/^crictl-version$|last_reserved|lock$/.test(name))
        expect(proofs(chain), name).toBeLessThan(proofs(whole));
    }
  });

  it.each([
    ["the CRI's PID", "inspect", '"pid": 971,', '"pid": 977,', "container.app.pid.node"],
    ["the task's PID", "tasks", " 971 ", " 977 ", "container.app.pid.node"],
    ["NSpid", "proc/971/status", "NSpid:\t971", "NSpid:\t972", "container.app.pid.node"],
    ["the cgroup", "proc/971/cgroup", "cdb56b88", "cdb56b89", "container.app.pid.node"],
    ["the image ID", "images", "sha256:c7b954a0", "sha256:c7b954a1", "container.app.image.configDigest"],
    ["the veth's peer", "ip-link", '"link_index":2', '"link_index":3', "network.hostVeth"],
    ["the route", "ip-route", '"dev":"veth23c6b771"', '"dev":"veth23c6b772"', "network.route"],
    [
      "the IPAM owner",
      "ipam//run/cni-ipam-state/kindnet/10.244.1.2",
      "4c096c05",
      "4c096c06",
      "network.ipamFile",
    ],
    ["the shim's id", "shims", "-id 4c096c05", "-id 4c096c06", "sandbox.shim"],
    [
      "the answered UID",
      "identity/86219e0c-db54-4f40-8f76-99a7d5e858a7/app/8080",
      "86219e0c",
      "86219e0d",
      "app.identity.podUid",
    ],
    [
      "the answered namespace",
      "identity/86219e0c-db54-4f40-8f76-99a7d5e858a7/app/8080",
      "4026532764",
      "4026532765",
      "app.identity.ns.net",
    ],
  ])("breaks a link when %s says something else", (_, section, from, to, id) => {
    const recording = edited(normal, section, (text) => text.replaceAll(from, to));
    expect(decode(recording.node.get(section)!.bytes)).not.toBe(decode(normal.node.get(section)!.bytes));
    const changed = link(read(recording), id);
    expect(link(whole, id).value).toBeDefined();
    expect(changed.value).toBeUndefined();
    expect(["mismatch", "absent"]).toContain(changed.break?.code);
  });

  it("changes the value when only its own bytes change", () => {
    const recording = edited(normal, "proc/971/ns", (text) =>
      text.replace("ipc:[4026532837]", "ipc:[4026532838]"),
    );
    expect(link(read(recording), "container.app.ns.ipc").value).toBe("4026532838");
  });

  it("takes nothing from a node output without its end marker (G11)", () => {
    const input = compose(normal);
    const cut = input.steps.map((step) =>
      step.record.id.endsWith(".node")
        ? { ...step, stdout: step.stdout.subarray(0, step.stdout.length - 10) }
        : step,
    );
    const chain = chainFrom({ ...input, steps: cut });
    expect(chain.generation).toBeNull();
    expect(link(chain, "container.app.pid.node").break).toMatchObject({ code: "step-failed" });
    expect(link(chain, "sandbox.id").break?.reason).toContain("transport ended early");
    expect(link(chain, "pod.uid").value).toBe("86219e0c-db54-4f40-8f76-99a7d5e858a7");
  });
});

describe("two generations are never spliced", () => {
  const normal = withVm(recorded("c26-normal"));
  const later = recorded("c26-recreated");

  it.each([
    ["the API's last reading", { ...normal, api: { ...normal.api, last: later.api.last } }],
    [
      "the CRI's last lists",
      {
        ...normal,
        node: new Map(normal.node)
          .set("pods/last", later.node.get("pods/last")!)
          .set("ps/last", later.node.get("ps/last")!),
      },
    ],
    [
      "a process's last start time",
      edited(normal, "proc/971/stat/last", (text) => text.replace(" 510595 ", " 510999 ")),
    ],
    [
      "a container restarted in between",
      edited(normal, "ps/last", (text) => text.replaceAll("cdb56b88", "cdb56b89")),
    ],
  ])("breaks every link when %s is another one's", (_, recording) => {
    const chain = read(recording);
    expect(chain.generation).toBeNull();
    expect(chain.links.length).toBeGreaterThan(40);
    for (const { id, value, break: why } of chain.links) {
      expect(value, id).toBeUndefined();
      expect(why?.code, id).toBe("generation-changed");
    }
  });

  it("breaks every link when the Pod is gone at the last reading", () => {
    const gone = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "NotFound",
      code: 404,
      message: 'pods "probe" not found',
    };
    const last = new TextEncoder().encode(JSON.stringify(gone));
    const chain = read({ ...normal, api: { ...normal.api, last } });
    expect(new Set(chain.links.map((one) => one.break?.code))).toEqual(new Set(["generation-changed"]));
  });

  it("joins nothing of a container whose id API and CRI tell differently", () => {
    const pod = (bytes: Uint8Array) =>
      new TextEncoder().encode(decode(bytes).replaceAll("cdb56b88", "cdb56b89"));
    const chain = read({ ...normal, api: { first: pod(normal.api.first), last: pod(normal.api.last) } });
    expect(link(chain, "container.app.id").break?.code).toBe("mismatch");
    expect(link(chain, "container.app.pid.node").value).toBeUndefined();
    expect(link(chain, "container.side.pid.node").value).toBe(1002);
  });
});
