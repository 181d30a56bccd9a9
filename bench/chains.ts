import { execa } from "execa";
import { collectChains } from "../data-loaders/collect/collect.js";
import type { CollectContext } from "../data-loaders/collect/context.js";
import { probe } from "../data-loaders/environment/probe.js";
import { buildProbeImage, loadProbeImage } from "../data-loaders/image/index.js";
import { openSession } from "../data-loaders/session.js";
import { sha256Hex } from "../src/model/hash.js";
import type { StepRecord } from "../src/model/run.js";
import { median, ratioLine } from "./stopwatch.js";

const NAMESPACE = "labbook-bench";
const PODS = 30;

/** The chains of 1 and of 30 Pods of one node against one `docker exec NODE true` in the same run. */
export async function chains(): Promise<string[]> {
  const session = openSession({ on: "local", color: false });
  const { cluster, clusterError } = await probe("kind", session);
  if (!cluster) return [`NOT_RUN: ${clusterError?.message ?? "no dedicated cluster"}`];
  const node = cluster.nodes.find(({ role }) => role === "worker")!.name;
  const image = await buildProbeImage({ transport: session.transport });
  await loadProbeImage({ transport: session.transport }, [node], image);
  const kubectl = (args: string[], input = "") =>
    execa("kubectl", ["--kubeconfig", cluster.kubeconfig, ...args], { input });
  await kubectl(["create", "namespace", NAMESPACE]);
  try {
    await kubectl(["apply", "-n", NAMESPACE, "-f", "-"], pods(node, image.ref));
    await kubectl(["wait", "-n", NAMESPACE, "--for=condition=Ready", "pod", "--all", "--timeout=300s"]);
    const context = reader(session, cluster.api);
    const request = (i: number) => ({ id: `p${i}`, namespace: NAMESPACE, name: `p${i}` });
    const all = Array.from({ length: PODS }, (_, i) => request(i));
    const bare = await median(5, () => execa("docker", ["exec", node, "true"]));
    const one = await median(5, () => collectChains(context, { pods: [request(0)] }));
    const thirty = await median(3, () => collectChains(context, { pods: all }));
    const { chains: last } = await collectChains(context, { pods: all });
    const broken = last.flatMap((chain) => chain.links).filter((link) => link.break);
    return [
      ratioLine("chain of one Pod", one, "docker exec NODE true", bare, 4),
      ratioLine(`chains of ${PODS} Pods`, thirty, "chain of one Pod", one, 3),
      `${last.length} chains, ${broken.length} breaks${broken[0] ? `, first: ${broken[0].id}: ${broken[0].break!.reason}` : ""}`,
    ];
  } finally {
    await kubectl(["delete", "namespace", NAMESPACE, "--timeout=300s"]);
  }
}

function pods(node: string, image: string): string {
  const items = Array.from({ length: PODS }, (_, i) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${i}` },
    spec: {
      nodeName: node,
      terminationGracePeriodSeconds: 1,
      containers: [{ name: "app", image, imagePullPolicy: "IfNotPresent", command: ["sleep", "infinity"] }],
    },
  }));
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}

/** Reads as a run does, and keeps the bytes that the chains are extracted from. */
function reader(session: ReturnType<typeof openSession>, api: { get: typeof get }): CollectContext {
  const step = (id: string, argv: string[], stdout: Uint8Array, exitCode = 0) => {
    const output = { sha256: sha256Hex(stdout), bytes: stdout.length };
    const title = { en: id, zh: id };
    const record: StepRecord = {
      id,
      case: "bench",
      kind: "chain",
      title,
      target: "vm",
      argv,
      status: "OK",
      exitCode,
      stdout: output,
    };
    return { record, stdout };
  };
  const run = async (id: string, argv: string[], maxBytes: number) => {
    const result = await session.transport.run({ argv, timeoutMs: 60_000, maxBytes });
    return step(id, argv, result.stdout, result.exitCode);
  };
  return {
    api: async (id, path) => step(id, ["kubectl", "get", "--raw", path], (await api.get(path, 30_000)).body),
    node: (id, node, argv, maxBytes) => run(id, ["docker", "exec", node, ...argv], maxBytes),
    vm: (id, argv, maxBytes) => run(id, argv, maxBytes),
  };
}

declare function get(path: string, timeoutMs: number): Promise<{ body: Uint8Array }>;
