import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { collectChains } from "../../data-loaders/collect/collect.js";
import type { CollectContext } from "../../data-loaders/collect/context.js";
import { probe } from "../../data-loaders/environment/probe.js";
import {
  buildProbeImage,
  ImageFault,
  loadProbeImage,
  type ProbeImage,
} from "../../data-loaders/image/index.js";
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

/** Runs only where the dedicated cluster is up and the probe image can be built; elsewhere it is NOT_RUN, and says why. */
const session = openSession({ on: "local", color: false });
const { cluster, clusterError } = await probe("kind", session);
const notRun = (reason: string) => `NOT_RUN: chains on the dedicated cluster: ${reason}`;
if (!cluster) console.log(notRun(clusterError?.message ?? "none"));

describe.skipIf(!cluster)("a Pod that somebody else deletes during collection", () => {
  const namespace = "labbook-chain-test";
  const node = cluster?.nodes.find(({ role }) => role === "worker")?.name ?? "";
  let kubeconfig = "";
  beforeAll(() => {
    kubeconfig = join(mkdtempSync(join(tmpdir(), "labbook-test-")), "proven");
    writeFileSync(kubeconfig, cluster!.kubeconfigText, { mode: 0o600 });
    return () => rmSync(kubeconfig);
  });
  const kubectl = (args: string[], input = "") =>
    execa("kubectl", ["--kubeconfig", kubeconfig, "--namespace", namespace, ...args], { input });
  let manifest = "";
  let missing: string | undefined;

  const start = async () => {
    await kubectl(["apply", "-f", "-"], manifest);
    await kubectl(["wait", "--for=condition=Ready", "pod/probe", "--timeout=120s"]);
  };

  beforeAll(async () => {
    const image = await probeImage();
    if (!image) return;
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
  beforeEach((context) => context.skip(missing !== undefined, missing));
  afterAll(
    () => kubectl(["delete", "namespace", namespace, "--ignore-not-found", "--timeout=120s"]),
    180_000,
  );

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

  /** A base image that cannot be had is something that this machine lacks; any other fault is one of the build. */
  async function probeImage(): Promise<ProbeImage | undefined> {
    try {
      return await buildProbeImage({ transport: session.transport });
    } catch (error) {
      if (!(error instanceof ImageFault && error.code === "BASE_UNAVAILABLE")) throw error;
      missing = notRun(error.message);
      console.log(missing);
      return undefined;
    }
  }

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
