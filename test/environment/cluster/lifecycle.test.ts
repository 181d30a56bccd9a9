import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { adopt } from "../../../data-loaders/commands/adopt.js";
import { down } from "../../../data-loaders/commands/down.js";
import { up } from "../../../data-loaders/commands/up.js";
import { MissingError } from "../../../data-loaders/errors.js";
import type { Answer } from "../fake-vm.js";
import { kubeconfig, labWorld, tls, type World } from "./lab-world.js";

const ready: Record<string, Answer> = {
  "docker info --format {{.ServerVersion}}": { stdout: "28.0.0\n" },
  "kind version": { stdout: "kind v0.33.0 go1.27.2 linux/amd64\n" },
  "cat /proc/sys/fs/inotify/max_user_instances": { stdout: "1024\n" },
  "cat /proc/sys/fs/inotify/max_user_watches": { stdout: "524288\n" },
  "stat --file-system --format=%T /sys/fs/cgroup": { stdout: "cgroup2fs\n" },
};

/** A VM on which writing to the state folder, kind and labelling work, and the files that were written. */
function vmThatWorks(changes: Partial<World> = {}, kindCreate: Answer = {}) {
  const written: Record<string, string> = {};
  const world = labWorld({
    ...changes,
    answers: (argv) => {
      const line = argv.join(" ");
      const given = changes.answers?.(argv) ?? ready[line];
      if (given) return given;
      if (line.startsWith("kind create cluster")) {
        if (!kindCreate.exitCode) world.facts.containers = true;
        return kindCreate;
      }
      if (/^(kind delete|rm -rf|chmod|docker exec id-1 kubectl \S+ label|sh -c umask)/.test(line)) return {};
      if (line.startsWith("docker exec -i id-1 timeout 3 bash")) return { stdout: dnsAnswer };
      return undefined;
    },
  });
  const run = world.vm.run.bind(world.vm);
  world.vm.run = async (request) => {
    if (request.argv[0] === "sh") written[request.argv[5]!] = new TextDecoder().decode(request.stdin);
    return run(request);
  };
  return { ...world, written };
}

const dnsAnswer = "4c 42 85 80 00 01 00 01 00 00 00 00";
const service = "/api/v1/namespaces/kube-system/services/kube-dns";

function withDns(world: ReturnType<typeof vmThatWorks>): ReturnType<typeof vmThatWorks> {
  const connect = world.effects.connect;
  world.effects.connect = async (...given) => {
    const api = await connect(...given);
    const get: typeof api.get = async (path, timeoutMs) => {
      if (path !== service) return api.get(path, timeoutMs);
      const body = new TextEncoder().encode(JSON.stringify({ spec: { clusterIP: "10.96.0.10" } }));
      return { status: 200, body, startedAt: "2026-01-01T00:00:00.000Z", durationMs: 1 };
    };
    return { ...api, get };
  };
  return world;
}

test("up creates the cluster with its own kubeconfig and leaves the user's alone", async () => {
  const { vm, effects, written } = withDns(vmThatWorks({ containers: false }));
  expect(await up({ workers: 1 }, effects)).toBe(0);
  const [create] = vm.changes;
  expect(create).toContain("kind create cluster --name lab --kubeconfig /project/.labbook/kubeconfig.lab");
  for (const line of vm.changes.filter((one) => one.startsWith("kind")))
    expect(line).toContain("--kubeconfig /project/");
  expect(written["/project/.labbook/kind.lab.yaml"]).toContain("name: lab\n");
  expect(written["/project/.labbook/origin.lab"]).toBe("created\n");
  expect(effects.printed.join("")).toContain("Created cluster lab, 2 nodes");
});

test("a kind configuration that is named lies where the caller is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "labbook-test-"));
  writeFileSync(join(folder, "mine.yaml"), "kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n# mine\n");
  vi.stubEnv("LABBOOK_CALLER", folder);
  try {
    const { effects, written } = withDns(vmThatWorks({ containers: false }));
    expect(await up({ kindConfig: "mine.yaml" }, effects)).toBe(0);
    expect(written["/project/.labbook/kind.lab.yaml"]).toContain("# mine\n");
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});

test("up removes what a failed create left, explains what kind said and ends with 3", async () => {
  const failed = {
    exitCode: 1,
    stderr: 'ERROR: failed to create cluster: failed to pull image "kindest/node"',
  };
  const { vm, effects } = vmThatWorks({ containers: false }, failed);
  expect(await up({}, effects)).toBe(3);
  expect(vm.changes.at(-1)).toMatch(/^kind delete cluster --name lab/);
  expect(effects.said.at(-1)).toContain("the node image is not on the VM and could not be pulled");
});

test("up --retain keeps the nodes of a failed create", async () => {
  const { vm, effects } = vmThatWorks({ containers: false }, { exitCode: 1 });
  expect(await up({ retain: true }, effects)).toBe(3);
  expect(vm.changes).toHaveLength(1);
  expect(vm.changes[0]).toContain("--retain");
});

test("up refuses a kind cluster of the name that this tool did not make", async () => {
  const { vm, effects } = vmThatWorks({ caInContainer: tls("other-ca.crt") });
  expect(await up({}, effects)).toBe(8);
  expect(vm.changes).toEqual([]);
});

test("up removes the remains of an up that was cut off, then creates", async () => {
  const { vm, effects, facts } = withDns(vmThatWorks({ origin: "creating", containers: false }));
  expect(await up({}, effects)).toBe(0);
  expect(vm.changes[0]).toMatch(/^kind delete cluster/);
  expect(vm.changes[1]).toMatch(/^kind create cluster/);
  expect(facts.containers).toBe(true);
});

test("up stops waiting when somebody deletes the cluster meanwhile", async () => {
  const { vm, effects, facts } = vmThatWorks({ origin: "created" });
  effects.connect = async () => {
    facts.containers = false;
    throw new MissingError("API_UNREACHABLE", "the server went away");
  };
  expect(await up({}, effects)).toBe(3);
  expect(effects.said.at(-1)).toContain("docker knows no control-plane container labelled lab");
  expect(vm.changes).toEqual([]);
});

test("up without docker says what is missing and ends with 3", async () => {
  const missing: Answer = { notStarted: { code: "ENOENT", message: "docker: no such program on the PATH" } };
  const { vm, effects } = vmThatWorks({ answers: (argv) => (argv[0] === "docker" ? missing : undefined) });
  expect(await up({}, effects)).toBe(3);
  expect(effects.said.join("\n")).toContain("docker: no such program on the PATH");
  expect(vm.changes).toEqual([]);
});

test("up labels the Nodes of its own cluster again when the label is gone", async () => {
  const world = withDns(vmThatWorks({ origin: "created", labels: {} }));
  const run = world.vm.run.bind(world.vm);
  world.vm.run = async (request) => {
    if (request.argv.includes("label")) world.facts.labels = { "labbook.dev/dedicated": "lab" };
    return run(request);
  };
  world.effects.connect = (
    (connect) =>
    async (...given: Parameters<typeof connect>) => {
      const fresh = withDns(vmThatWorks({ labels: world.facts.labels }));
      return fresh.effects.connect(...given);
    }
  )(world.effects.connect);
  expect(await up({}, world.effects)).toBe(0);
  expect(world.vm.changes).toEqual([
    "docker exec id-1 kubectl --kubeconfig=/etc/kubernetes/admin.conf label nodes --all --overwrite labbook.dev/dedicated=lab",
  ]);
});

test("down deletes the cluster that up made", async () => {
  const { vm, effects } = vmThatWorks({ origin: "created" });
  expect(await down({}, effects)).toBe(0);
  expect(vm.changes).toEqual([
    "kind delete cluster --name lab --kubeconfig /project/.labbook/kubeconfig.lab",
  ]);
});

test("down refuses somebody else's cluster of that name", async () => {
  const { vm, effects } = vmThatWorks({ origin: "created", caInContainer: tls("other-ca.crt") });
  expect(await down({}, effects)).toBe(8);
  expect(vm.changes).toEqual([]);
});

test("down gives an adopted cluster back and deletes nothing of it", async () => {
  const { vm, effects } = vmThatWorks({ origin: "adopted" });
  expect(await down({}, effects)).toBe(0);
  expect(vm.changes).toEqual([
    "docker exec id-1 kubectl --kubeconfig=/etc/kubernetes/admin.conf label nodes --all --overwrite labbook.dev/dedicated-",
  ]);
});

test("adopt says what labs do, asks, and changes nothing on no", async () => {
  const { vm, effects, written } = vmThatWorks({ labels: {} });
  expect(await adopt({ cluster: "lab" }, effects)).toBe(3);
  expect(effects.said.join("\n")).toContain("stop and start kubelet");
  expect(vm.changes).toEqual([]);
  expect(written).toEqual({});
});

test("adopt writes its own kubeconfig and the label on yes", async () => {
  const world = vmThatWorks({
    labels: { "labbook.dev/dedicated": "lab" },
    answers: (argv) =>
      argv.join(" ") === "kind get kubeconfig --name lab" ? { stdout: kubeconfig(world.facts) } : undefined,
  });
  world.effects.ask = async () => true;
  expect(await adopt({ cluster: "lab" }, world.effects)).toBe(0);
  expect(Object.keys(world.written)).toEqual([
    "/project/.labbook/kubeconfig.lab",
    "/project/.labbook/origin.lab",
  ]);
  expect(world.written["/project/.labbook/origin.lab"]).toBe("adopted\n");
  expect(world.vm.changes).toHaveLength(1);
});

test("adopt of a cluster that kind's kubeconfig does not lead to is refused and forgotten", async () => {
  const world = vmThatWorks({
    uidInside: "another",
    answers: (argv) =>
      argv[1] === "get" && argv[0] === "kind" ? { stdout: kubeconfig(world.facts) } : undefined,
  });
  world.effects.ask = async () => true;
  expect(await adopt({ cluster: "lab" }, world.effects)).toBe(8);
  expect(world.vm.changes).toEqual([]);
  expect(world.vm.asked.at(-1)?.argv.slice(0, 2)).toEqual(["rm", "-rf"]);
});
