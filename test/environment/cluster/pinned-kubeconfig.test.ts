import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diagnose } from "../../../data-loaders/commands/diagnose.js";
import {
  asPinned,
  type PinnedCluster,
  withPinned,
} from "../../../data-loaders/environment/cluster/pinned-kubeconfig.js";
import { proveCluster } from "../../../data-loaders/environment/cluster/prove.js";
import type { RunContext } from "../../../data-loaders/run/context.js";
import { execute } from "../../../data-loaders/run/execute/index.js";
import { createOutputs } from "../../../data-loaders/run/outputs.js";
import { kubectl, t } from "../../../labs/vocabulary/index.js";
import { keysFor, twoServers, type Written } from "./two-servers.js";

type World = Awaited<ReturnType<typeof twoServers>>;

const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0;
if (!hasKubectl) console.log("NOT_RUN: what kubectl reaches: no kubectl on the PATH");

let world: World;
beforeEach(async () => {
  world = await twoServers();
});
afterEach(() => world.close());

const x = t("x", "x");

/** A step of a lab that changes something: a Namespace is made by POST. */
function post(place: World, cluster: PinnedCluster) {
  const step = kubectl("make", x, ["create", "--raw", "/api/v1/namespaces", "-f", "-"], {
    timeoutSeconds: 30,
  });
  const run = {
    ...{ cluster, transport: place.transport, outputs: createOutputs(), namespace: "labbook-c97" },
    ...{ signal: new AbortController().signal, journal: undefined, steps: [] },
  } as unknown as RunContext;
  return execute({ run, step: { ...step, stdin: "{}" } as typeof step, case: "a" });
}

const proven = (place: World) => proveCluster(place.effects, "lab");
const pinnedFiles = (place: World) => {
  const folder = join(place.stateDir, "pinned.lab");
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe.skipIf(!hasKubectl)(
  "G10: with a context `prod` in the cluster's own kubeconfig, and current",
  () => {
    test("a lab's kubectl reaches what was proven, and `prod` is not even connected to", async () => {
      world.write((config) => {
        config["current-context"] = "prod";
      });
      const record = await withPinned(world.effects, await proven(world), (cluster) => post(world, cluster));
      expect(record, record.reason).toMatchObject({ status: "OK", exitCode: 0 });
      expect(world.lab.asked).toContain("POST /api/v1/namespaces");
      expect(world.prod).toMatchObject({ asked: [], connections: 0 });
    });

    test("diagnose reads from what was proven", async () => {
      world.write((config) => {
        config["current-context"] = "prod";
      });
      await diagnose({ pod: "web", namespace: "default", json: true }, world.effects);
      const { readings } = JSON.parse(world.effects.printed.join(""));
      expect(JSON.parse(readings[0].stdout)).toMatchObject({ metadata: { uid: "pod-1" } });
      expect(readings[0].argv.slice(0, 3)).toEqual(["kubectl", "--kubeconfig", world.file]);
      expect(world.lab.asked).toContain("GET /api/v1/namespaces/default/pods/web");
      expect(world.prod).toMatchObject({ asked: [], connections: 0 });
      expect(pinnedFiles(world)).toEqual([]);
    });

    test("what changes while a run goes on changes nothing for it", async () => {
      const before = world.text();
      await withPinned(world.effects, await proven(world), async (cluster) => {
        for (let tries = 0; tries < 4; tries++) {
          world.write((config) => {
            config["current-context"] = tries % 2 ? "kind-lab" : "prod";
            // the lab's own context leads to prod as well
            config.clusters[0].cluster = config.clusters[1].cluster;
          });
          expect(await post(world, cluster)).toMatchObject({ status: "OK" });
        }
      });
      expect(world.lab.asked.filter((one) => one.startsWith("POST"))).toHaveLength(4);
      expect(world.prod).toMatchObject({ asked: [], connections: 0 });
      world.write();
      expect(world.text()).toBe(before);
    });

    test("neither of them goes by a proxy, on whatever address the server is", async (context) => {
      const outside = Object.values(networkInterfaces())
        .flat()
        .find((one) => one && !one.internal && one.family === "IPv4")?.address;
      const keys = outside && keysFor(outside);
      if (!keys) return context.skip("no address but loopback, or no openssl");
      let proxied = 0;
      const proxy = createServer((socket) => {
        proxied++;
        socket.destroy();
      });
      await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
      const address = proxy.address() as { port: number };
      const url = `http://127.0.0.1:${address.port}`;
      const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"];
      const own = { ...process.env };
      const place = await twoServers(outside, keys);
      try {
        for (const name of names) process.env[name] = url;
        process.env.NODE_USE_ENV_PROXY = "1";
        process.env.NO_PROXY = "";
        place.write((config) => {
          config.clusters[0].cluster["proxy-url"] = url;
        });
        const record = await withPinned(place.effects, await proven(place), (cluster) =>
          post(place, cluster),
        );
        expect(record, record.reason).toMatchObject({ status: "OK" });
        expect(place.lab.asked).toContain("POST /api/v1/namespaces");
        expect(proxied).toBe(0);
      } finally {
        for (const name of [...names, "NODE_USE_ENV_PROXY", "NO_PROXY"]) delete process.env[name];
        Object.assign(process.env, own);
        await place.close();
        await new Promise((closed) => proxy.close(closed));
      }
    });
  },
);

describe("the kubeconfig of the proof", () => {
  test("holds one cluster, one user and one context, for its owner alone, and goes with the work", async () => {
    world.write((config) => {
      config["current-context"] = "prod";
      config.contexts[0]!.context.namespace = "kube-system";
    });
    const cluster = await proven(world);
    const seen = await withPinned(world.effects, cluster, async ({ pinned }) => {
      expect(pinned).toMatch(/\/pinned\.lab\/\d+-[0-9a-f]{16}$/);
      return { mode: statSync(pinned).mode & 0o777, files: pinnedFiles(world).length };
    });
    expect(seen).toEqual({ mode: 0o600, files: 1 });
    const { parse } = await import("yaml");
    expect(parse(cluster.kubeconfigText)).toMatchObject({
      "current-context": "kind-lab",
      clusters: [{ name: "kind-lab", cluster: { server: world.lab.url } }],
      users: [{ name: "kind-lab" }],
      contexts: [{ name: "kind-lab", context: { cluster: "kind-lab", user: "kind-lab" } }],
    });
    expect(cluster.kubeconfigText).not.toContain("kube-system");
    expect(pinnedFiles(world)).toEqual([]);
  });

  test("goes also when the work fails, and the work's error is what is told", async () => {
    const failing = withPinned(world.effects, await proven(world), async () => {
      throw new Error("the work failed");
    });
    await expect(failing).rejects.toThrow("the work failed");
    expect(pinnedFiles(world)).toEqual([]);
  });

  test("two commands have two, and one that was killed days ago loses its", async () => {
    const cluster = await proven(world);
    await withPinned(world.effects, cluster, async () => {
      const old = join(world.stateDir, "pinned.lab/1-0123456789abcdef");
      writeFileSync(old, "");
      spawnSync("touch", ["-d", "2 days ago", old]);
      await withPinned(world.effects, cluster, async () => expect(pinnedFiles(world)).toHaveLength(2));
    });
    expect(pinnedFiles(world)).toEqual([]);
  });

  test("kubectl with any other kubeconfig is not run for a cluster", () => {
    const cluster = { kubeconfig: "a", pinned: "b" };
    expect(asPinned(cluster, ["kubectl", "--kubeconfig", "a", "get", "pods"])).toEqual([
      ...["kubectl", "--kubeconfig", "b", "get", "pods"],
    ]);
    expect(() => asPinned(cluster, ["kubectl", "--kubeconfig", "c", "get", "pods"])).toThrow(
      /^c is not the kubeconfig/,
    );
    expect(asPinned(cluster, ["docker", "ps"])).toEqual(["docker", "ps"]);
  });
});

describe("a kubeconfig that could mean somebody else tomorrow is refused", () => {
  const marker = () => join(world.stateDir, "ran");
  const cases: Record<string, (config: Written) => void> = {
    exec: (config) => {
      config.users[0].user.exec = {
        apiVersion: "client.authentication.k8s.io/v1",
        command: "touch",
        args: [marker()],
      };
    },
    "auth-provider": (config) => {
      config.users[0].user["auth-provider"] = {
        name: "gcp",
        config: { "cmd-path": "touch", "cmd-args": marker() },
      };
    },
    as: (config) => {
      config.users[0].user.as = "system:admin";
    },
    tokenFile: (config) => {
      config.users[0].user.tokenFile = "/etc/hostname";
    },
    "client-certificate": (config) => {
      config.users[0].user["client-certificate"] = "/etc/hostname";
    },
    username: (config) => {
      config.users[0].user.username = "admin";
    },
    "insecure-skip-tls-verify": (config) => {
      config.clusters[0].cluster["insecure-skip-tls-verify"] = true;
    },
    "tls-server-name": (config) => {
      config.clusters[0].cluster["tls-server-name"] = "prod.example";
    },
    "certificate-authority": (config) => {
      config.clusters[0].cluster["certificate-authority"] = "/etc/hostname";
    },
    "2 contexts named kind-lab": (config) => {
      config.contexts.push({ name: "kind-lab", context: { cluster: "prod", user: "kind-lab" } });
    },
    "no server": (config) => {
      delete config.clusters[0].cluster.server;
    },
  };
  test.each(Object.keys(cases))("%s", async (name) => {
    world.write(cases[name]);
    await expect(proven(world)).rejects.toMatchObject({
      exitCode: 8,
      code: "BAD_KUBECONFIG",
      message: expect.stringContaining(name),
      remedy: expect.stringContaining("./lab adopt"),
    });
    expect(existsSync(marker())).toBe(false);
    expect([world.lab.connections, world.prod.connections]).toEqual([0, 0]);
  });

  test("false and empty settings say nothing", async () => {
    world.write((config) => {
      config.clusters[0].cluster["insecure-skip-tls-verify"] = false;
      config.users[0].user.token = "";
    });
    expect((await proven(world)).server).toBe(world.lab.url);
  });
});
