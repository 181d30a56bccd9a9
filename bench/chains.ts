import { collectChains } from "../data-loaders/collect/collect.js";
import { type PinnedCluster, withPinned } from "../data-loaders/environment/cluster/pinned-kubeconfig.js";
import { must } from "../data-loaders/environment/command.js";
import { probe } from "../data-loaders/environment/probe.js";
import { LabError } from "../data-loaders/errors.js";
import { buildProbeImage, ImageFault, loadProbeImage } from "../data-loaders/image/index.js";
import { openSession, type Session } from "../data-loaders/session.js";
import { plainReader } from "../test/support/plain-reader.js";
import { alternately, median, ratioLine } from "./stopwatch.js";

const NAMESPACE = "labbook-bench";
const PODS = 30;

/** The chains of 1 and of 30 Pods of one node against one `docker exec NODE true` in the same run. */
export async function chains(): Promise<string[]> {
  const session = openSession({ on: "local", color: false });
  const { cluster, clusterError } = await probe("kind", session);
  if (!cluster) return [`NOT_RUN: ${clusterError?.message ?? "no dedicated cluster"}`];
  try {
    return await withPinned(session, cluster, (pinned) => measured(session, pinned));
  } catch (error) {
    if (!(error instanceof LabError || error instanceof ImageFault)) throw error;
    return [`NOT_RUN: ${error.message}`];
  } finally {
    await session.transport.close();
  }
}

async function measured(session: Session, cluster: PinnedCluster): Promise<string[]> {
  const node = (cluster.nodes.find(({ role }) => role === "worker") ?? cluster.nodes[0]!).name;
  const image = await buildProbeImage({ transport: session.transport });
  await loadProbeImage({ transport: session.transport }, [node], image);
  const kubectl = (args: string[], input = "") =>
    must(session.transport, "kubectl", ["kubectl", "--kubeconfig", cluster.pinned, ...args], {
      stdin: new TextEncoder().encode(input),
      timeoutMs: 310_000,
    });
  await kubectl(["create", "namespace", NAMESPACE]);
  try {
    await kubectl(["apply", "-n", NAMESPACE, "-f", "-"], pods(node, image.ref));
    await kubectl(["wait", "-n", NAMESPACE, "--for=condition=Ready", "pod", "--all", "--timeout=300s"]);
    const context = plainReader(session.transport, cluster.api);
    const request = (i: number) => ({ id: `p${i}`, namespace: NAMESPACE, name: `p${i}` });
    const all = Array.from({ length: PODS }, (_, i) => request(i));
    const [bare, one] = await alternately(
      5,
      () => must(session.transport, "docker exec", ["docker", "exec", node, "true"], { timeoutMs: 30_000 }),
      () => collectChains(context, { pods: [request(0)] }),
    );
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
