import { expect, test } from "vitest";
import { worthKeeping } from "../../data-loaders/evidence/keep.js";
import type { Environment } from "../../src/model/run.js";

const on = (kubelet: string) =>
  ({ vm: { kernel: "6.1" }, nodes: [{ kubelet, containerd: "2.1.9" }] }) as unknown as Environment;
const runs = (...kubelets: string[]) =>
  kubelets.map((kubelet, index) => ({ id: `run-${index + 1}`, environment: on(kubelet) }));
const current = { id: "run-9", environment: on("v1.36.2") };

test("the newest five are kept, in whatever order they come", () => {
  const earlier = runs("v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2");
  expect([...worthKeeping(earlier.toReversed(), current)].sort()).toEqual(
    [3, 4, 5, 6, 7].map((n) => `run-${n}`),
  );
});

test("the newest of every other version is kept as well", () => {
  const earlier = runs(
    "v1.34.1",
    "v1.35.0",
    "v1.35.0",
    "v1.36.2",
    "v1.36.2",
    "v1.36.2",
    "v1.36.2",
    "v1.36.2",
  );
  expect([...worthKeeping(earlier, current)].sort()).toEqual([1, 3, 4, 5, 6, 7, 8].map((n) => `run-${n}`));
});

test("a run that an answer stands on is kept however old it is", () => {
  const earlier = runs("v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2", "v1.36.2");
  expect([...worthKeeping(earlier, current, new Set(["run-1"]))].sort()).toEqual(
    [1, 3, 4, 5, 6, 7].map((n) => `run-${n}`),
  );
});
