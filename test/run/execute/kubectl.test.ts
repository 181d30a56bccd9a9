import { expect, test } from "vitest";
import type { RunContext } from "../../../data-loaders/run/context.js";
import { kubectlArgv } from "../../../data-loaders/run/execute/kubectl.js";

const run = { namespace: "labbook-k08", cluster: { kubeconfig: "k" } } as unknown as RunContext;
const namespaced = (...argv: string[]) => kubectlArgv(run, argv).includes("--namespace");

test("a command stays in the lab's Namespace unless kubectl itself is told another", () => {
  expect(namespaced("get", "pods")).toBe(true);
  expect(namespaced("get", "pods", "-A")).toBe(false);
  expect(namespaced("get", "lease", "-n", "kube-node-lease")).toBe(false);
  expect(namespaced("get", "--raw", "/healthz")).toBe(false);
});

test("flags of a command inside a Pod are not kubectl's", () => {
  expect(namespaced("exec", "deployment/cache", "--", "ls", "-A", "/scratch")).toBe(true);
  expect(namespaced("exec", "-n", "other", "web", "--", "ls", "-A")).toBe(false);
});
