import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectChains } from "../../data-loaders/collect/collect.js";
import type { CollectContext } from "../../data-loaders/collect/context.js";
import { probe } from "../../data-loaders/environment/probe.js";
import { buildProbeImage, loadProbeImage } from "../../data-loaders/image/index.js";
import { openSession } from "../../data-loaders/session.js";
import type { Chain } from "../../src/model/chain/types.js";
import { plainReader } from "../support/plain-reader.js";

const DOWNWARD = {
  POD_UID: "metadata.uid",
  POD_NAME: "metadata.name",
  POD_NAMESPACE: "metadata.namespace",
  NODE_NAME: "spec.nodeName",
  POD_IP: "status.podIP",
};

/** Runs only where the dedicated cluster is up. */
const session = openSession({ on: "local", color: false });
const { cluster, clusterError } = await probe("kind", session);
if (!cluster) console.log(`NOT_RUN: chains on the dedicated cluster: ${clusterError?.message ?? "none"}`);

describe.skipIf(!cluster)("a Pod that somebody else deletes during collection", () => {
  const namespace = "labbook-chain-test";
  const node = cluster?.nodes.find(({ role }) => role === "worker")?.name ?? "";
  const kubectl = (args: string[], input = "") =>
    execa("kubectl", ["--kubeconfig", cluster!.kubeconfig, "--namespace", namespace, ...args], { input });
  let manifest = "";

  const start = async () => {
    await kubectl(["apply", "-f", "-"], manifest);
    await kubectl(["wait", "--for=condition=Ready", "pod/probe", "--timeout=120s"]);
  };

  beforeAll(async () => {
    const image = await buildProbeImage({ transport: session.transport });
    await loadProbeImage({ transport: session.transport }, [node], image);
    manifest = JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "probe" },
      spec: {
        nodeName: node,
        terminationGracePeriodSeconds: 1,
        containers: [
          {
            name: "app",
            image: image.ref,
            imagePullPolicy: "IfNotPresent",
            env: Object.entries(DOWNWARD).map(([name, fieldPath]) => ({
              name,
              valueFrom: { fieldRef: { fieldPath } },
            })),
          },
        ],
      },
    });
    await kubectl(["create", "namespace", namespace]);
    await start();
  }, 300_000);
  afterAll(() => kubectl(["delete", "namespace", namespace, "--timeout=120s"]), 180_000);

  test("left alone, every link is proven in one generation", async () => {
    const chain = await collect(plainReader(session.transport, cluster!.api));
    expect(chain.links.filter((link) => link.break)).toEqual([]);
    expect(uidsIn(chain)).toHaveLength(1);
  });

  test("deleted and made again in the middle: a fresh chain or breaks, never a mixture", async () => {
    const reader = plainReader(session.transport, cluster!.api);
    let disturbed = false;
    const meddling: CollectContext = {
      ...reader,
      node: async (...args) => {
        const reading = await reader.node(...args);
        if (!disturbed) {
          disturbed = true;
          await kubectl(["delete", "pod", "probe", "--grace-period=0", "--force"]);
          await start();
        }
        return reading;
      },
    };
    const chain = await collect(meddling);
    expect(disturbed).toBe(true);
    expect(chain.tries).toBeGreaterThan(1);
    if (chain.generation) expect(uidsIn(chain)).toEqual([chain.generation.podUid]);
    else expect(chain.links.every((link) => link.break)).toBe(true);
  }, 180_000);

  async function collect(context: CollectContext): Promise<Chain> {
    const identity = { container: "app", port: 8080 };
    const { chains } = await collectChains(context, {
      pods: [{ id: "chain", namespace, name: "probe", identity }],
    });
    return chains[0]!;
  }
});

/** The Pod UIDs that the links tell, each once. */
function uidsIn(chain: Chain): unknown[] {
  const told = chain.links.filter((link) => /(^pod\.uid|podUid)$/.test(link.id) && !link.break);
  return [...new Set(told.map((link) => link.value))];
}
