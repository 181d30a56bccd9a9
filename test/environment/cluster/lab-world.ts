import { readFileSync } from "node:fs";
import { stringify } from "yaml";
import { type Answer, FakeVm, fakeApi, fakeEffects, tarOf } from "../fake-vm.js";

export const tls = (file: string): string =>
  readFileSync(new URL(`../../fixtures/tls/${file}`, import.meta.url), "utf8");

/** An invented cluster `lab` of two nodes; each test spoils one fact of it. */
export interface World {
  caInContainer: string;
  caInKubeconfig: string;
  server: string;
  publishedHost: string;
  publishedPort: number;
  uidOfServer: string;
  uidInside: string;
  providerOf: (node: string) => string;
  labels: Record<string, string>;
  workerState: { Running: boolean; Paused: boolean };
  currentContext: string;
  kubeconfig?: string;
  origin?: string;
  containers: boolean;
  addresses: Record<string, string>;
  answers: (argv: string[]) => Answer | undefined;
}

const world: World = {
  caInContainer: tls("ca.crt"),
  caInKubeconfig: tls("ca.crt"),
  server: "https://127.0.0.1:6550",
  publishedHost: "127.0.0.1",
  publishedPort: 6550,
  uidOfServer: "uid-1",
  uidInside: "uid-1",
  providerOf: (node) => `kind://docker/lab/${node}`,
  labels: { "labbook.dev/dedicated": "lab" },
  workerState: { Running: true, Paused: false },
  currentContext: "kind-lab",
  containers: true,
  addresses: { "lab-control-plane": "172.18.0.2", "lab-worker": "172.18.0.3" },
  answers: () => undefined,
};

export function labWorld(changes: Partial<World> = {}) {
  const facts = { ...world, ...changes };
  const vm = new FakeVm((argv) => facts.answers(argv) ?? answer(argv, facts));
  const api = fakeApi(facts.server, {
    "/api/v1/namespaces/kube-system": { metadata: { uid: facts.uidOfServer } },
    "/api/v1/nodes": { items: Object.keys(facts.addresses).map((name) => kubeNode(name, facts)) },
  });
  return { vm, effects: fakeEffects(vm, { connect: async () => api }), facts };
}

export function kubeconfig(facts: Pick<World, "server" | "caInKubeconfig" | "currentContext">): string {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": facts.currentContext,
    clusters: [
      {
        name: "kind-lab",
        cluster: { server: facts.server, "certificate-authority-data": base64(facts.caInKubeconfig) },
      },
      {
        name: "prod",
        cluster: {
          server: "https://prod.example:6443",
          "certificate-authority-data": base64(tls("other-ca.crt")),
        },
      },
    ],
    users: [
      {
        name: "kind-lab",
        user: {
          "client-certificate-data": base64(tls("user.crt")),
          "client-key-data": base64(tls("user.key")),
        },
      },
    ],
    contexts: [
      { name: "kind-lab", context: { cluster: "kind-lab", user: "kind-lab" } },
      { name: "prod", context: { cluster: "prod", user: "kind-lab" } },
    ],
  });
}

function answer(argv: string[], facts: World): Answer | undefined {
  const line = argv.join(" ");
  if (line === "cat -- /project/.labbook/kubeconfig.lab")
    return { stdout: facts.kubeconfig ?? kubeconfig(facts) };
  if (line === "cat -- /project/.labbook/origin.lab") {
    return facts.origin ? { stdout: `${facts.origin}\n` } : { exitCode: 1, stderr: "No such file" };
  }
  // kubectl's own kubeconfig of the proof is written, and removed again
  if (/^(sh -c|rm -rf --) .*\/project\/\.labbook\/pinned\.lab/.test(line.replaceAll("\n", " "))) return {};
  if (line.startsWith("docker ps ")) return { stdout: facts.containers ? "id-1\nid-2\n" : "" };
  if (line.startsWith("docker inspect ")) return { stdout: JSON.stringify(containers(facts)) };
  if (line.includes("cp id-1:/etc/kubernetes/pki/ca.crt")) {
    return { stdout: tarOf("ca.crt", new TextEncoder().encode(facts.caInContainer)) };
  }
  if (
    line.startsWith("docker exec id-1 kubectl") &&
    line.includes("get --raw /api/v1/namespaces/kube-system")
  ) {
    return { stdout: JSON.stringify({ metadata: { uid: facts.uidInside } }) };
  }
  return undefined;
}

function containers(facts: World): unknown[] {
  const one = (id: string, name: string, role: string, state: unknown, ports: unknown) => ({
    Id: id,
    Name: `/${name}`,
    Image: "sha256:aaaa",
    State: state,
    Config: { Image: "node:1", Labels: { "io.x-k8s.kind.cluster": "lab", "io.x-k8s.kind.role": role } },
    NetworkSettings: {
      Ports: ports,
      Networks: { kind: { IPAddress: facts.addresses[name], GlobalIPv6Address: "" } },
    },
  });
  const published = { "6443/tcp": [{ HostIp: facts.publishedHost, HostPort: String(facts.publishedPort) }] };
  return [
    one("id-2", "lab-worker", "worker", facts.workerState, {}),
    one("id-1", "lab-control-plane", "control-plane", { Running: true, Paused: false }, published),
  ];
}

function kubeNode(name: string, facts: World): unknown {
  return {
    metadata: { name, labels: facts.labels },
    spec: { providerID: facts.providerOf(name) },
    status: { conditions: [{ type: "Ready", status: "True" }] },
  };
}
