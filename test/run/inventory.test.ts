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
