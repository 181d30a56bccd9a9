import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { hostPorts, kindConfig } from "../../../data-loaders/environment/cluster/kind-config.js";

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "labbook-test-")), "kind.yaml");
  writeFileSync(path, text);
  return path;
}

test("the project's own file gives a control plane and two workers under the wanted name", () => {
  const config = parse(kindConfig({ cluster: "lab2", cgroup: "v2" }));
  expect(config).toMatchObject({ kind: "Cluster", name: "lab2" });
  expect(config.nodes.map((node: { role: string }) => node.role)).toEqual([
    "control-plane",
    "worker",
    "worker",
  ]);
  expect(config.kubeadmConfigPatches).toBeUndefined();
});

test("workers are counted, and on cgroup v1 kubelet is allowed to run", () => {
  const config = parse(kindConfig({ cluster: "lab", workers: 3, cgroup: "v1" }));
  expect(config.nodes).toHaveLength(4);
  expect(parse(config.kubeadmConfigPatches[0])).toMatchObject({
    kind: "KubeletConfiguration",
    failCgroupV1: false,
  });
});

test("of a file of the user's only the name is changed", () => {
  const text =
    "# mine\nkind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nname: other\nnodes:\n- role: control-plane\n";
  expect(kindConfig({ cluster: "lab", file: file(text), cgroup: "v1" })).toBe(
    text.replace("name: other", "name: lab").replace("\n- role", "\n  - role"),
  );
});

test("a file that is no kind configuration, is missing, or comes with --workers is wrong usage", () => {
  const wrong = { exitCode: 2, code: "BAD_KIND_CONFIG" };
  const fault = (call: () => unknown): unknown => {
    try {
      return call();
    } catch (error) {
      return error;
    }
  };
  expect(fault(() => kindConfig({ cluster: "lab", file: file("kind: Pod\n"), cgroup: "v2" }))).toMatchObject(
    wrong,
  );
  expect(fault(() => kindConfig({ cluster: "lab", file: "/no/such", cgroup: "v2" }))).toMatchObject(wrong);
  expect(
    fault(() => kindConfig({ cluster: "lab", file: file("kind: Cluster\n"), workers: 1, cgroup: "v2" })),
  ).toMatchObject(wrong);
});

test("host ports are found with their place", () => {
  const text =
    "kind: Cluster\nnetworking: {apiServerPort: 6443}\nnodes: [{role: worker}, {role: worker, extraPortMappings: [{containerPort: 80, hostPort: 8080}]}]\n";
  expect(hostPorts(text)).toEqual([
    { port: 6443, at: "networking.apiServerPort" },
    { port: 8080, at: "nodes[1].extraPortMappings[0].hostPort" },
  ]);
});
