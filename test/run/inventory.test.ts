import { expect, test } from "vitest";
import type { Transport } from "../../data-loaders/effects.js";
import { inventory, leftovers, lost } from "../../data-loaders/run/inventory.js";

/** A cluster of one node that prints these lines. */
function scope(lines: string[], exclusive: boolean) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const run = async ({ argv }: { argv: string[] }) => {
    const stdout = bytes(argv[0] === "docker" ? lines.join("\n") : "");
    return { exitCode: 0, stdout, stdoutBytes: stdout.length, stderr: bytes(""), stderrBytes: 0 };
  };
  const cluster = {
    nodes: [{ name: "worker" }],
    api: { get: async () => ({ status: 200, body: bytes('{"items":[]}') }) },
  };
  return {
    transport: { run } as unknown as Transport,
    cluster: cluster as never,
    exclusive,
    namespace: "labbook-k10",
    runId: "20260102T030405678Z-k10-0a1b",
    background: false,
    containers: false,
  };
}

test("a shim without a sandbox that was not there before is a leftover; one that found its sandbox is not lost", async () => {
  const before = await inventory(scope(["unit kubelet active", "shim aa"], true));
  const after = await inventory(scope(["unit kubelet active", "shim bb"], true));
  expect(leftovers(before, after)).toEqual([{ kind: "shim", name: "worker bb" }]);
  expect(lost(before, after)).toEqual([]);
});

test("beside others a lab looks at no shims: whose they are cannot be told", async () => {
  expect(await inventory(scope(["unit kubelet active", "shim aa"], false))).toEqual([
    { kind: "unit", name: "worker kubelet active" },
  ]);
});

test("a lost route to another node's Pods is told in both families; the routes to Pods come and go with them", async () => {
  const toNode = [
    "route 10.244.2.0/24 via 172.18.0.4 dev eth0",
    "route fd00:10:244:2::/64 via fc00::4 dev eth0 metric 1024",
  ];
  const toPods = [
    "route 10.244.1.7 dev veth1 scope host",
    "route fd00:10:244:1::7 dev veth1 metric 1024",
    "route fe80::/64 dev veth1 proto kernel metric 256",
  ];
  const before = await inventory(scope([...toNode, ...toPods], true));
  const after = await inventory(scope([], true));
  expect(lost(before, after).map(({ name }) => name)).toEqual(
    toNode.map((line) => line.replace("route", "worker")),
  );
});
