import { describe, expect, it } from "vitest";
import { collectChains } from "../../data-loaders/collect/collect.js";
import type { CollectContext } from "../../data-loaders/collect/context.js";
import { chainFrom } from "../../src/model/chain/chain.js";
import type { StepOutput } from "../../src/model/chain/readings.js";
import {
  BOUNDARY,
  edited,
  frame,
  ok,
  type Recording,
  recorded,
  step,
  withVm,
} from "../model/chain/compose.js";

const normal = withVm(recorded("c26-normal"));
const recreated = withVm(recorded("c26-recreated"));
const request = {
  id: "probe",
  namespace: "default",
  name: "probe",
  identity: { container: "app", port: 8080 },
};

/** Answers each try from a recording; the last one goes on for ever. */
function answering(tries: { first: Recording; node: Recording; last: Recording }[]) {
  const asked: { id: string; argv: string[] }[] = [];
  const ofTry = (id: string) => tries[Math.min(Number(/\.(\d+)\.[a-z-]+$/.exec(id)?.[1]), tries.length) - 1]!;
  const note = (id: string, argv: string[], output: StepOutput) => {
    asked.push({ id, argv });
    return Promise.resolve(output);
  };
  const context: CollectContext = {
    api: (id, path) => {
      const { first, last } = ofTry(id);
      const argv = ["kubectl", "get", "--raw", path];
      return note(
        id,
        argv,
        step(id, "api", argv, id.endsWith(".pod-first") ? first.api.first : last.api.last),
      );
    },
    node: (id, node, argv) =>
      note(id, argv, step(id, `node/${node}`, ["docker", "exec", node, ...argv], frame(ofTry(id).node.node))),
    vm: (id, argv) => note(id, argv, step(id, "vm", argv, frame(ofTry(id).node.vm))),
    sleep: () => Promise.resolve(),
    boundary: () => BOUNDARY,
  };
  return { context, asked };
}
const steady = { first: normal, node: normal, last: normal };

describe("collectChains", () => {
  it("reads a chain with one command on the node, one on the VM and two GETs", async () => {
    const { context, asked } = answering([steady]);
    const { chains, records } = await collectChains(context, { pods: [request] });
    expect(asked.map(({ id }) => id)).toEqual([
      "probe.1.pod-first",
      "probe.1.node",
      "probe.1.vm",
      "probe.1.pod-last",
    ]);
    expect(records.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    expect(asked[1]?.argv.slice(3)).toEqual([
      "labbook-collect",
      BOUNDARY,
      "uid=86219e0c-db54-4f40-8f76-99a7d5e858a7",
      "identity=86219e0c-db54-4f40-8f76-99a7d5e858a7,app,8080,http://10.244.1.2:8080/identity",
      "place=/var/run/secrets/kubernetes.io/serviceaccount",
      "place=/dev/termination-log",
      "place=/etc/hosts",
    ]);
    expect(asked[2]?.argv.slice(4)).toEqual([
      BOUNDARY,
      "86219e0c-db54-4f40-8f76-99a7d5e858a7",
      "86219e0c_db54_4f40_8f76_99a7d5e858a7",
    ]);
    expect(chains[0]).toMatchObject({
      tries: 1,
      pod: { node: "lab-worker" },
      steps: records.map(({ id }) => id),
    });
    expect(chains[0]?.links.find(({ id }) => id === "container.app.pid.vm")?.value).toBe(26274);
  });

  it("starts again when the Pod was recreated during collection, and gives the new generation alone", async () => {
    const { context } = answering([
      { first: normal, node: normal, last: recreated },
      { first: recreated, node: recreated, last: recreated },
    ]);
    const { chains, records } = await collectChains(context, { pods: [{ ...request, identity: undefined }] });
    expect(chains[0]).toMatchObject({
      tries: 2,
      generation: { podUid: "96ca5f2d-01a5-47f5-82c9-71fa8b885d9b" },
    });
    expect(chains[0]?.steps.every((id) => id.startsWith("probe.2."))).toBe(true);
    expect(records).toHaveLength(8);
    expect(JSON.stringify(chains[0])).not.toContain("86219e0c");
  });

  it("gives breaks, never a mixture, when no generation holds", async () => {
    const restless = edited(normal, "proc/971/stat/last", (text) => text.replace(" 510595 ", " 510999 "));
    const { context, asked } = answering([{ first: normal, node: restless, last: normal }]);
    const { chains } = await collectChains(context, { pods: [request] });
    expect(asked).toHaveLength(12);
    expect(chains[0]).toMatchObject({ tries: 3, generation: null });
    expect(new Set(chains[0]?.links.map(({ break: why }) => why?.code))).toEqual(
      new Set(["generation-changed"]),
    );
  });

  it("reads again when the runtime did not answer, and says nothing of the try that failed", async () => {
    const node = new Map(normal.node);
    node.set("ps/last", { bytes: new Uint8Array(), exit: 1 });
    node.set("ps/last/stderr", ok("connect: connection refused\n"));
    const down = { first: normal, node: { ...normal, node }, last: normal };
    const slept: number[] = [];
    const { context } = answering([down, down, steady]);
    const { chains, failures } = await collectChains(
      { ...context, sleep: async (ms) => void slept.push(ms) },
      { pods: [request] },
    );
    expect([chains[0]?.tries, slept, failures.size]).toEqual([3, [1000, 2000], 0]);
    expect(chains[0]?.generation?.sandboxId).toMatch(/^4c096c05/);

    const { context: never, asked } = answering([down]);
    const lost = await collectChains(never, { pods: [request] });
    expect(lost.failures.get("probe")).toBe(
      "section ps/last of step probe.8.node: expected exit 0, got 1: connect: connection refused",
    );
    expect(asked).toHaveLength(8 * 4);
  });

  it.each([
    ["the API server refused", { first: "refused" }],
    ["the node's output ended early", { node: "cut" }],
    ["a container that both lists name was not described", { inspect: "none" }],
    ["the VM printed nothing", { vm: "none" }],
  ])("says that a reading failed: %s", async (_, how: Record<string, string>) => {
    const { context } = answering([steady]);
    const record = (output: StepOutput, stdout: Uint8Array) => ({ ...output, stdout });
    const broken: CollectContext = {
      ...context,
      api: async (id, path) => {
        const output = await context.api(id, path);
        return how.first
          ? record(output, new TextEncoder().encode('{"kind":"Status","code":503,"message":"refused"}'))
          : output;
      },
      node: async (...args) => {
        const output = await context.node(...args);
        if (how.node) return record(output, output.stdout.subarray(0, output.stdout.length - 10));
        if (!how.inspect) return output;
        const node = new Map(normal.node);
        node.set("inspect", ok("[]"));
        return record(output, frame(node));
      },
      vm: async (...args) => {
        const output = await context.vm(...args);
        return how.vm ? record(output, new Uint8Array()) : output;
      },
    };
    const { failures } = await collectChains(broken, { pods: [request] });
    expect(failures.get("probe")).toMatch(/answered 503|ended early|does not describe|printed no sections/);
  });

  it("takes for no failure that a node has no ctr, and that a Pod is gone", async () => {
    const node = new Map(normal.node);
    node.set("tasks", { bytes: new Uint8Array(), exit: 127 });
    const { context } = answering([{ first: normal, node: { ...normal, node }, last: normal }]);
    const { chains, failures } = await collectChains(context, { pods: [request] });
    expect([chains[0]?.tries, failures.size]).toEqual([1, 0]);
  });

  it("reads several Pods of one node with the same two commands", async () => {
    const { context, asked } = answering([steady]);
    const pods = [request, { ...request, id: "again" }, { ...request, id: "third" }];
    const { chains, records } = await collectChains(context, { pods });
    expect(asked.filter(({ id }) => /\.(node|vm)$/.test(id))).toHaveLength(2);
    expect(records).toHaveLength(8);
    expect(chains.map(({ id }) => id)).toEqual(["probe", "again", "third"]);
    for (const chain of chains) {
      expect(chain.generation?.sandboxId).toMatch(/^4c096c05/);
      expect(chain.steps).toHaveLength(4);
    }
  });

  it("asks no node about a Pod that is not there", async () => {
    const status = { kind: "Status", code: 404, message: 'pods "probe" not found' };
    const body = new TextEncoder().encode(JSON.stringify(status));
    const missing = { ...normal, api: { first: body, last: body } };
    const { context, asked } = answering([{ first: missing, node: missing, last: missing }]);
    const { chains, failures } = await collectChains(context, { pods: [request] });
    expect(failures.size).toBe(0);
    expect(asked.map(({ id }) => id)).toEqual(["probe.1.pod-first", "probe.1.pod-last"]);
    expect(chains[0]?.links.find(({ id }) => id === "pod.uid")?.break).toMatchObject({ code: "absent" });
    expect(chains[0]?.links.some(({ value }) => value !== undefined)).toBe(false);
  });

  it("is the same chain when it is read again from records and bytes", async () => {
    const { context } = answering([steady]);
    const kept: StepOutput[] = [];
    const keep = (output: StepOutput) => {
      kept.push(output);
      return output;
    };
    const keeping: CollectContext = {
      ...context,
      api: async (...args) => keep(await context.api(...args)),
      node: async (...args) => keep(await context.node(...args)),
      vm: async (...args) => keep(await context.vm(...args)),
    };
    const { chains } = await collectChains(keeping, { pods: [request] });
    const [chain] = JSON.parse(JSON.stringify(chains));
    const again = chainFrom({ id: chain.id, pod: chain.pod, tries: chain.tries, steps: kept });
    expect(JSON.parse(JSON.stringify(again))).toEqual(chain);
  });
});
