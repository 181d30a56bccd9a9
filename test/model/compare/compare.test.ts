import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareRuns } from "../../../src/model/compare/index.js";
import { createNames } from "../../../src/model/compare/pseudonyms.js";
import type { RunDocument, Value } from "../../../src/model/run.js";

const recorded = JSON.parse(readFileSync("test/fixtures/evidence/c00/run.json", "utf8")) as RunDocument;

function changed(change: (run: RunDocument) => void): RunDocument {
  const run = structuredClone(recorded);
  run.id = "20261201T000000000Z-c00-ffff";
  change(run);
  return run;
}

describe("pseudonyms", () => {
  const uidA = "86219e0c-db54-4f40-8f76-99a7d5e858a7";
  const uidB = "11111111-2222-4333-8444-555555555555";

  test("equal values have one name, other values another, wherever they stand", () => {
    const names = createNames();
    const hide = (name: string, value: Value) => names.hide("a", name, value);
    expect(hide("a", uidA)).toBe("<uid:A>");
    expect(hide("b", uidB)).toBe("<uid:B>");
    expect(hide("cgroup", `/kubelet/pod${uidA.replaceAll("-", "_")}`)).toBe("/kubelet/pod<uid:A>");
    expect(hide("ids", ["ab".repeat(32), "cd".repeat(32), "ab".repeat(32)])).toEqual([
      "<id:A>",
      "<id:B>",
      "<id:A>",
    ]);
    expect(hide("app.pid", 4242)).toBe("<pid:1>");
    expect(hide("app.pid.node", "4242")).toBe("<pid:1>");
    expect(hide("network.podIP", "10.244.1.7")).toBe("<ip:A>");
    expect(hide("ns.net", "net:[4026532756]")).toBe("<ns:A>");
    expect(hide("shim.children", [4242, 17])).toEqual(["<pid:1>", "<pid:2>"]);
    expect(hide("label", "20261130t103357829z-k03-85cb")).toBe("<run:A>");
    expect(hide("mounts", "/pods/x/containers/app/9908c760")).toBe("/pods/x/containers/app/<start:A>");
    expect(hide("name", "web-676bbbdc98-bmnzp")).toBe("web-<suffix:A>");
    expect(names.list()[0]).toEqual({ name: "<uid:A>", kind: "uid", a: uidA });
  });

  test.each<[string, Value]>([
    ["image.digest", `sha256:${"ab".repeat(32)}`],
    ["restarts", 3],
    ["containerd", "v2.1.9"],
    ["cgroup.pids.max", 4915],
    ["text", "it is 12 ms"],
    ["pod", "kube-proxy of missing-entrypoint"],
    // a chain's name is no word about its links
    ["host-pid/container.app.restarts", 5],
    ["host-pid/container.app.memory.limit", "9223372036854771712"],
    ["host-ns/sandbox.attempt", 1],
    ["host-pid.processes", 27],
    ["children.sizes.actual", ["345", "144", "2048"]],
    // what means the same everywhere
    ["app.pid.container", 1],
    ["child.nspid.inner", "1"],
    ["status", "Pid:\t1\nPPid:\t0"],
    ["listens", "127.0.0.1:8080"],
    ["listens", "0.0.0.0:8080"],
    ["mask", "255.255.255.0"],
  ])("%s stays as it is", (name, value) => {
    expect(createNames().hide("a", name, value)).toEqual(value);
  });

  test("what has the same place in both runs has the same name, whatever else one of them has", () => {
    const names = createNames();
    names.pair("pod.uid", uidA, uidB);
    expect(names.hide("b", "extra", "99999999-2222-4333-8444-555555555555")).toBe("<uid:B>");
    expect([names.hide("a", "later", uidA), names.hide("b", "later", uidB)]).toEqual(["<uid:A>", "<uid:A>"]);
    expect(names.list()).toEqual([
      { name: "<uid:A>", kind: "uid", a: uidA, b: uidB },
      { name: "<uid:B>", kind: "uid", b: "99999999-2222-4333-8444-555555555555" },
    ]);
  });

  test("a PID that is one by its last name is a name, in whatever chain", () => {
    const names = createNames();
    names.pair("host-pid/container.app.pid.vm", 17710, 18810);
    expect(names.hide("b", "host-pid/container.app.pid.vm", 18810)).toBe("<pid:1>");
    names.pair("host-pid/sandbox.shim", { pid: 8023 }, { pid: 9023 });
    expect(names.hide("a", "host-pid/sandbox.shim", { pid: 8023 })).toEqual({ pid: "<pid:2>" });
  });

  test("PIDs that were observed are found again in output; other numbers stay", () => {
    const names = createNames();
    names.pair("app.pid", 4242, 5151);
    expect(names.hideText("a", "4242 root sleep 4243 inode:4242 x-4242")).toBe(
      "<pid:1> root sleep 4243 inode:4242 x-4242",
    );
    expect(names.hideText("b", "PID 5151")).toBe("PID <pid:1>");
  });

  test("the number of the API server's revision is a name as well", () => {
    expect(createNames().hideText("a", '{"resourceVersion":"1234","uid":"x"}')).toBe(
      '{"resourceVersion":"<rv:A>","uid":"x"}',
    );
  });
});

describe("two runs", () => {
  test("a run and itself: nothing differs", () => {
    const same = compareRuns(recorded, recorded);
    expect(same).toMatchObject({ versions: [], verdicts: [], observations: [] });
    expect(same.same.verdicts).toBe(recorded.verdicts.length);
  });

  test("versions are named with both sides", () => {
    const b = changed((run) => {
      run.environment.vm.kernel = "9.9.9";
      run.labParts.declaration = "f".repeat(64);
    });
    expect(compareRuns(recorded, b).versions).toEqual([
      { name: "kernel", a: recorded.environment.vm.kernel, b: "9.9.9" },
      { name: "lab declaration", a: recorded.labParts.declaration!.slice(0, 12), b: "ffffffffffff" },
    ]);
  });

  test("what only one of the two runs probed for is no difference, what both did is", () => {
    const probe = (name: string, present: boolean) => ({ name, present, probe: "x", found: "y" });
    const a = changed((run) => {
      run.environment.capabilities = [probe("nft", true), probe("docker", false), probe("registry", true)];
      delete run.environment.docker;
    });
    const b = changed((run) => {
      run.environment.capabilities = [probe("nft", false), probe("docker", true)];
      run.environment.docker = "28.0";
    });
    expect(compareRuns(a, b).versions).toEqual([
      { name: "docker", a: "missing", b: "28.0" },
      { name: "capability nft", a: "present", b: "missing" },
      { name: "capability docker", a: "missing", b: "present" },
    ]);
    a.environment.capabilities = [];
    expect(compareRuns(a, b).versions).toEqual([]);
  });

  test("REFUTED stands apart from drifted", () => {
    const [first, second] = recorded.verdicts.filter((v) => Object.keys(v.observed).length > 0);
    const b = changed((run) => {
      for (const verdict of run.verdicts) {
        if (verdict.prediction === first!.prediction) verdict.verdict = "REFUTED";
        if (verdict.prediction !== second!.prediction) continue;
        const ref = Object.keys(verdict.observed)[0]!;
        verdict.observed[ref] = "another value";
        const observation = run.observations[ref];
        if (observation && observation.missing === undefined) observation.value = "another value";
      }
    });
    const kinds = Object.fromEntries(compareRuns(recorded, b).verdicts.map((v) => [v.prediction, v.change]));
    expect(kinds[first!.prediction]).toBe("refuted");
    expect(kinds[second!.prediction]).toBe("drifted");
  });

  test("a new UID is no change; one UID where there were two is", () => {
    const uids = ["86219e0c-db54-4f40-8f76-99a7d5e858a7", "11111111-2222-4333-8444-555555555555"];
    const withUids = (before: string, after: string) =>
      changed((run) => {
        const source = { step: "x", stream: "stdout" as const };
        run.observations = { "uid.after": { value: after, source }, "uid.before": { value: before, source } };
        run.verdicts = [];
      });
    const a = withUids(uids[0]!, uids[1]!);
    expect(compareRuns(a, withUids("99999999-2222-4333-8444-555555555555", uids[0]!)).observations).toEqual(
      [],
    );
    expect(compareRuns(a, withUids(uids[0]!, uids[0]!)).observations).toEqual([
      { name: "uid.before", a: { value: "<uid:B>" }, b: { value: "<uid:A>" } },
    ]);
  });

  test("a value that only one run has leaves the names of all others as they are", () => {
    const uids = ["86219e0c-db54-4f40-8f76-99a7d5e858a7", "11111111-2222-4333-8444-555555555555"];
    const source = { step: "x", stream: "stdout" as const };
    const observed = (values: Record<string, string>) =>
      changed((run) => {
        run.verdicts = [];
        run.observations = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, { value, source }]),
        );
      });
    const a = observed({ "pod.uid": uids[0]!, "z.uid": uids[0]! });
    const b = observed({ "a.uid": uids[0]!, "pod.uid": uids[1]!, "z.uid": uids[1]! });
    expect(compareRuns(a, b).observations).toEqual([
      { name: "a.uid", a: undefined, b: { value: "<uid:B>" } },
    ]);
  });

  test("a value that is missing in one run", () => {
    const name = Object.keys(recorded.observations)[0]!;
    const b = changed((run) => {
      run.observations[name] = { missing: "NOT_RUN", reason: "no root" };
    });
    expect(compareRuns(recorded, b).observations.find((o) => o.name === name)?.b).toEqual({
      missing: "NOT_RUN: no root",
    });
  });

  test("an amended, an added and a removed prediction", () => {
    const b = changed((run) => {
      run.predictions[0]!.claim = { ...run.predictions[0]!.claim, op: "count" };
      run.verdicts = run.verdicts.filter((v) => v.prediction !== run.predictions[1]!.id);
      run.verdicts.push({ ...run.verdicts[0]!, prediction: "new-one" });
    });
    const kinds = Object.fromEntries(compareRuns(recorded, b).verdicts.map((v) => [v.prediction, v.change]));
    expect(kinds).toMatchObject({
      [recorded.predictions[0]!.id]: "amended",
      [recorded.predictions[1]!.id]: "removed",
      "new-one": "added",
    });
  });
});
