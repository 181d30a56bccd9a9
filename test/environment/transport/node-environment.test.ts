import { expect, test } from "vitest";
import type { CommandRequest } from "../../../data-loaders/effects.js";
import { kindContainers } from "../../../data-loaders/environment/cluster/containers.js";
import { withOneDocker } from "../../../data-loaders/environment/transport/docker-endpoint.js";
import { foreignNames } from "../../../data-loaders/environment/transport/node-environment.js";
import { type Answer, FakeVm } from "../fake-vm.js";

const ofKind = [
  ...[
    "KIND_EXPERIMENTAL_CONTAINERD_SNAPSHOTTER",
    "KUBECONFIG=/etc/kubernetes/admin.conf",
    "container=docker",
  ],
  ...["HTTP_PROXY=", "PATH=/usr/sbin:/usr/bin"],
];

test("a node that nobody's surroundings reached has nothing to keep out", () => {
  expect(foreignNames(ofKind)).toEqual([]);
});

test("proxies and whatever else came from elsewhere are kept out, also when they are empty", () => {
  const foreign = [
    "HTTPS_PROXY=http://192.0.2.1:3128?a=b",
    "no_proxy=x",
    "POSIXLY_CORRECT=",
    "LD_PRELOAD=/x.so",
  ];
  expect(foreignNames([...ofKind, ...foreign])).toEqual([
    "HTTPS_PROXY",
    "no_proxy",
    "POSIXLY_CORRECT",
    "LD_PRELOAD",
  ]);
});

const inspected = (name: string, env: string[]) => ({
  ...{ Id: `id-of-${name}`, Name: `/${name}`, Image: "sha256:aaaa", State: { Running: true, Paused: false } },
  Config: { Image: "node:1", Env: env, Labels: { "io.x-k8s.kind.cluster": "lab" } },
  NetworkSettings: { Ports: {}, Networks: {} },
});

function answer(argv: string[]): Answer {
  if (argv[0] === "sh") return { stdout: "unix:///run/docker.sock\0\0\0\0" };
  if (argv[1] === "ps") return { stdout: "1\n2\n" };
  if (argv[1] !== "inspect") return {};
  const nodes = [
    inspected("lab-worker", [...ofKind, "HTTPS_PROXY=http://192.0.2.1:1"]),
    inspected("lab-other", ofKind),
  ];
  return { stdout: JSON.stringify(nodes) };
}

test("a command in a node runs without them, by name and by ID; the record has the command that was asked for", async () => {
  const vm = new FakeVm(answer);
  const transport = withOneDocker(vm);
  await kindContainers(transport, "lab");
  const exec = async (...words: string[]) => {
    const request: CommandRequest = { argv: ["docker", "exec", ...words], timeoutMs: 1000 };
    expect((await transport.run(request)).argv).toEqual(request.argv);
    return vm.asked.at(-1)!.argv.slice(2).join(" ");
  };
  expect(await exec("lab-worker", "curl", "x")).toBe("--env HTTPS_PROXY lab-worker curl x");
  expect(await exec("-i", "id-of-lab-worker", "sh", "-c", "-x")).toBe(
    "--env HTTPS_PROXY -i id-of-lab-worker sh -c -x",
  );
  expect(await exec("lab-other", "curl", "x")).toBe("lab-other curl x");
});
