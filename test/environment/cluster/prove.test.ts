import { expect, test } from "vitest";
import { proveCluster } from "../../../data-loaders/environment/cluster/prove.js";
import type { LabError } from "../../../data-loaders/errors.js";
import { labWorld, tls, type World } from "./lab-world.js";

async function refusal(changes: Partial<World>): Promise<LabError> {
  const { vm, effects } = labWorld(changes);
  const error = await proveCluster(effects, "lab").then(
    () => undefined,
    (thrown: LabError) => thrown,
  );
  expect(error, "the proof should have failed").toBeDefined();
  expect(vm.changes).toEqual([]);
  return error!;
}

test("a cluster whose CA, address, UID, Nodes and labels agree is proven", async () => {
  const { effects, vm } = labWorld();
  expect(await proveCluster(effects, "lab")).toMatchObject({
    name: "lab",
    uid: "uid-1",
    server: "https://127.0.0.1:6550",
    nodes: [
      { name: "lab-control-plane", containerId: "id-1", role: "control-plane" },
      { name: "lab-worker", containerId: "id-2", role: "worker" },
    ],
  });
  expect(vm.changes).toEqual([]);
});

test("G10: a context named kind-lab that leads to a foreign API server is refused, naming both sides", async () => {
  const error = await refusal({ caInKubeconfig: tls("other-ca.crt"), server: "https://prod.example:6443" });
  expect(error).toMatchObject({ exitCode: 8, code: "NOT_THE_CLUSTER" });
  expect(error.message).toContain("https://prod.example:6443");
  expect(error.message).toContain("lab-control-plane publishes 127.0.0.1:6550");
  expect(error.message).toMatch(/trusts the CA [0-9A-F:]{95}; the CA of lab-control-plane is [0-9A-F:]{95}/);
});

test.each([
  ["https://[FD00:0:0::1]:6550", "fd00::1"],
  ["https://[::ffff:127.0.0.1]:6550", "127.0.0.1"],
  ["https://LocalHost:6550", "localhost"],
])("an API server at %s is the one that docker publishes at %s", async (server, publishedHost) => {
  const { effects } = labWorld({ server, publishedHost });
  expect((await proveCluster(effects, "lab")).server).toBe(server);
});

test("G10: the right CA at another address is refused", async () => {
  const error = await refusal({ server: "https://127.0.0.1:7000" });
  expect(error.exitCode).toBe(8);
  expect(error.message).toContain("https://127.0.0.1:7000");
});

test("G10: another cluster behind the same address is told by the UID of kube-system", async () => {
  const error = await refusal({ uidOfServer: "uid-of-another" });
  expect(error.exitCode).toBe(8);
  expect(error.message).toContain("uid-of-another");
  expect(error.message).toContain("uid-1");
});

test("G10: Nodes of another provider are refused", async () => {
  const error = await refusal({ providerOf: () => "aws:///eu-1/i-1" });
  expect(error.exitCode).toBe(8);
  expect(error.message).toContain("aws:///eu-1/i-1; expected kind://docker/lab/lab-worker");
});

test("G10: which context is current decides nothing", async () => {
  const { effects } = labWorld({ currentContext: "prod" });
  const proven = await proveCluster(effects, "lab");
  expect(proven.server).toBe("https://127.0.0.1:6550");
  expect(proven.kubeconfigText).not.toContain("prod.example");
});

test("a kind cluster without the label is refused, with the way to adopt it", async () => {
  const error = await refusal({ labels: {} });
  expect(error).toMatchObject({ exitCode: 8, code: "NOT_DEDICATED", remedy: "./lab adopt lab" });
});

test("a label for another cluster is none", async () => {
  expect((await refusal({ labels: { "labbook.dev/dedicated": "other" } })).exitCode).toBe(8);
});

test("G09: addresses of containers decide nothing; after a swap the same nodes are proven", async () => {
  const { effects } = labWorld({
    addresses: { "lab-control-plane": "172.18.0.3", "lab-worker": "172.18.0.2" },
  });
  const proven = await proveCluster(effects, "lab");
  expect(proven.nodes.map((node) => node.containerId)).toEqual(["id-1", "id-2"]);
});

test("a paused node is named before anything is asked of it", async () => {
  const error = await refusal({ workerState: { Running: true, Paused: true } });
  expect(error).toMatchObject({ exitCode: 3, remedy: "docker unpause lab-worker" });
  expect(error.message).toContain("lab-worker paused");
});

test("a hung control-plane node ends the proof by its timeout and is named", async () => {
  const error = await refusal({
    answers: (argv) => (argv[1] === "exec" ? { timedOut: true, signal: "SIGTERM" } : undefined),
  });
  expect(error).toMatchObject({ exitCode: 3, code: "TIMED_OUT" });
  expect(error.message).toContain("lab-control-plane");
});

test("without docker nothing is refused: it is missing", async () => {
  const error = await refusal({
    answers: (argv) =>
      argv[0] === "docker"
        ? { notStarted: { code: "ENOENT", message: "docker: no such program" } }
        : undefined,
  });
  expect(error).toMatchObject({ exitCode: 3, code: "ENOENT" });
});

test("without a kubeconfig of our own there is no cluster, whatever the user's says", async () => {
  const { effects } = labWorld({
    answers: (argv) => (argv[0] === "cat" ? { exitCode: 1, stderr: "No such file" } : undefined),
  });
  await expect(proveCluster(effects, "lab")).rejects.toMatchObject({ exitCode: 3, code: "NO_CLUSTER" });
});
