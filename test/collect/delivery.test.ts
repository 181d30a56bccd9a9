import { describe, expect, test } from "vitest";
import { collectChains } from "../../data-loaders/collect/collect.js";
import type { CollectContext, PodRequest } from "../../data-loaders/collect/context.js";
import { chainFrom } from "../../src/model/chain/chain.js";
import type { StepOutput } from "../../src/model/chain/readings.js";
import { linkOf, recordedDelivery } from "../model/chain/delivery/recorded.js";

const served = recordedDelivery("c37-served");
const boundary = (role: string) => {
  const { argv } = served.steps.find(({ record }) => record.id.endsWith(`.${role}`))!.record;
  return argv[argv.indexOf("labbook-collect") + 1]!;
};

/** Answers with what was recorded for the same role; `lost` are roles that get a Status 404 or no connection. */
function replay(lost: string[] = []) {
  const asked: { id: string; what: string }[] = [];
  const answer = (id: string, argv: string[]): StepOutput => {
    const role = id.split(".").at(-1)!;
    const { record, stdout } = served.steps.find((step) => step.record.id.endsWith(`.${role}`))!;
    const mine = { ...record, id, argv };
    if (!lost.includes(role)) return { record: mine, stdout };
    const status = new TextEncoder().encode('{"kind":"Status","code":404,"message":"not found"}');
    return { record: { ...mine, exitCode: 7 }, stdout: argv[0] === "curl" ? new Uint8Array() : status };
  };
  const drawn = [boundary("node"), boundary("vm"), boundary("files")];
  const context: CollectContext = {
    api: async (id, path) => {
      asked.push({ id, what: path });
      return answer(id, ["kubectl", "get", "--raw", path]);
    },
    node: async (id, node, argv) => {
      asked.push({ id, what: `${node} ${argv.join(" ")}` });
      return answer(id, argv);
    },
    vm: async (id, argv) => answer(id, argv),
    earlier: (id) => served.steps.find(({ record }) => record.id === id),
    boundary: () => drawn.shift()!,
    sleep: async () => {},
  };
  return { context, asked };
}

const request: PodRequest = {
  id: "served",
  namespace: "labbook-c37",
  name: "served",
  delivery: {
    ...{ container: "app", path: "/state", from: "asker" },
    ...{ source: "source-sum", build: "probe-image", push: "push", written: "written" },
    ...{ manifest: "http://registry:5000/v2/x/manifests/y", service: "served", claim: "served", state: true },
  },
};

describe("collecting a delivery", () => {
  test("reads each role once and cites earlier steps without recording them again", async () => {
    const { context, asked } = replay();
    const { chains, records } = await collectChains(context, { pods: [request] });
    const ids = records.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain("probe-image");
    expect(chains[0]!.delivery!.steps).toMatchObject({ build: "probe-image", files: "served.1.files" });
    for (const role of ["service", "endpoints", "claim", "volume", "manifest", "files", "identity", "state"])
      expect(asked.filter(({ id }) => id === `served.1.${role}`)).toHaveLength(1);
    const broken = chains[0]!.links.filter((link) => link.break).map(({ id }) => id);
    // the recorded answers carry the request IDs of their own run
    expect(broken).toEqual(["request.id", "state.requestId"]);
  });

  test("asks the Service's address, the volume by its name, and the process by its PID", async () => {
    const { context, asked } = replay();
    await collectChains(context, { pods: [request] });
    const what = (role: string) => asked.find(({ id }) => id === `served.1.${role}`)!.what;
    const recorded = chainFrom(served);
    expect(what("identity")).toMatch(
      new RegExp(`^asker curl .*http://${linkOf(recorded, "service.address").value}/identity$`),
    );
    expect(what("volume")).toBe(`/api/v1/persistentvolumes/${linkOf(recorded, "volume.name").value}`);
    expect(what("files")).toContain(` /proc/${linkOf(recorded, "container.app.pid.node").value}/root/state `);
    expect(what("files")).toMatch(new RegExp(`${linkOf(recorded, "volume.path").value}$`));
  });

  test("without a Service nothing is asked through it, and each link says why", async () => {
    const { context, asked } = replay(["service"]);
    const { chains } = await collectChains(context, { pods: [request] });
    expect(asked.some(({ id }) => /identity|state$/.test(id))).toBe(false);
    expect(linkOf(chains[0]!, "service.address").break!.code).toBe("absent");
    expect(linkOf(chains[0]!, "request.id").break).toBeDefined();
  });

  test("a registry that does not answer is one break", async () => {
    const { context } = replay(["manifest"]);
    const { chains } = await collectChains(context, { pods: [request] });
    expect(linkOf(chains[0]!, "registry.manifest").break!.code).toBe("not-reachable");
    expect(linkOf(chains[0]!, "registry.push").break).toBeUndefined();
  });
});
