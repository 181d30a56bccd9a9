import { expect, test } from "vitest";
import type { RunContext, StepContext } from "../../../data-loaders/run/context.js";
import { executePushImage } from "../../../data-loaders/run/execute/push-image.js";
import { executeRegistry } from "../../../data-loaders/run/execute/registry.js";
import { fill } from "../../../data-loaders/run/fill.js";
import { createOutputs } from "../../../data-loaders/run/outputs.js";
import { defineLab, pushImage, registry, t } from "../../../labs/vocabulary/index.js";
import type { Undo } from "../../../labs/vocabulary/lab.js";
import { type Answer, FakeVm, fakeEffects } from "../../environment/fake-vm.js";

const steps = [
  registry(),
  registry("private", { authenticated: true }),
  pushImage("push", t("p", "p"), { tag: "v1" }),
];
const lab = defineLab({
  id: "c12",
  title: t("a", "a"),
  question: t("a", "a"),
  environment: "kind",
  needs: [],
  predictions: [],
  cases: [{ id: "one", kind: "normal", title: t("a", "a"), steps }],
});

/** A run on a VM whose docker does everything, unless the test answers otherwise. */
function runOn(answers: (line: string) => Answer | undefined = () => undefined) {
  const events: string[] = [];
  const undos: Undo[] = [];
  const vm = new FakeVm((argv) => {
    const line = argv.join(" ");
    if (/^docker (create|start)/.test(line)) events.push(argv.slice(0, 2).join(" "));
    const own = answers(line);
    if (own) return own;
    if (line.startsWith("docker port")) return { stdout: "127.0.0.1:32768\n" };
    if (line.startsWith("docker inspect") && line.includes("Networks")) return { stdout: "kind \n" };
    if (line.startsWith("curl")) return { stdout: "200" };
    if (line.startsWith("perl")) return { stdout: "$2b$08$abcdefghijklmnopqrstuu" };
    return { stdout: "id\n" };
  });
  const journal = {
    declare: (id: string, undo: Undo) => {
      events.push(`declared ${id}`);
      undos.push(undo);
    },
  };
  const { clock, log } = fakeEffects(vm);
  const run = {
    lab,
    runId: "20260101T000000000Z-c12-abcd",
    transport: vm,
    clock,
    log,
    cluster: { name: "lab", nodes: [{ name: "n1" }, { name: "n2" }] },
    outputs: createOutputs(),
    given: new Map(),
    steps: [],
    seeds: [],
    journal,
    signal: new AbortController().signal,
  } as unknown as RunContext;
  const take = (index: number) =>
    executeRegistry({ run, step: steps[index], case: "one" } as StepContext<"registry">);
  return { run, vm, events, undos, take };
}

test("the removal is in the journal before the container is made, and every node is told and forgets", async () => {
  const { run, vm, events, undos, take } = runOn();
  expect(await take(0)).toMatchObject({ status: "OK" });
  expect(events).toEqual(["declared registry", "docker create", "docker start"]);
  expect(fill(run, "registry.host")).toBe("lab-c12-registry:5000");
  expect(fill(run, "registry.url")).toBe("http://127.0.0.1:32768");
  const create = vm.asked.find(({ argv }) => argv[1] === "create")!.argv;
  expect(create).toContain("127.0.0.1::5000");
  expect(create).toContain("labbook.dev/run=20260101T000000000Z-c12-abcd");
  const told = vm.asked.filter(({ argv, stdin }) => argv[1] === "exec" && stdin).map(({ argv }) => argv[3]);
  expect(told.sort()).toEqual(["n1", "n2"]);
  const undone = undos[0]!.steps.map((step) => (step.kind === "node" ? step.node : step.kind));
  expect(undone).toEqual(["vm", "n1", "n2"]);
  expect(undos[0]!.proof).toHaveLength(3);
});

test("a registry that wants a password has one of its own, which no stored output holds", async () => {
  const { run, take } = runOn();
  const record = await take(1);
  expect(record.status).toBe("OK");
  const password = fill(run, "private.password");
  expect(password.length).toBeGreaterThan(20);
  run.outputs.redact([record]);
  const stored = [...run.outputs.all().values()].map((bytes) => new TextDecoder().decode(bytes)).join("");
  expect(stored).toContain("lab-c12-private:5000");
  expect(stored).not.toContain(password);
});

test("a registry that does not start is FAILED with the command, and stays declared for removal", async () => {
  const { take, undos } = runOn((line) =>
    line.startsWith("docker start") ? { exitCode: 1, stderr: "port is already allocated" } : undefined,
  );
  const record = await take(0);
  expect(record.status).toBe("FAILED");
  expect(record.reason).toMatch(
    /starting the registry failed[\s\S]*docker start lab-c12-registry[\s\S]*already allocated/,
  );
  expect(undos).toHaveLength(1);
});

test("a port that is not the loopback's is refused; a registry that never answers ends with its log", async () => {
  const open = await runOn((line) =>
    line.startsWith("docker port") ? { stdout: "0.0.0.0:32768\n" } : undefined,
  ).take(0);
  expect(open.reason).toMatch(/expected the registry at 127\.0\.0\.1/);
  const silent = await runOn((line) =>
    line.startsWith("curl")
      ? { stdout: "000" }
      : line.startsWith("docker logs")
        ? { stderr: "panic: no config" }
        : undefined,
  ).take(0);
  expect(silent.reason).toMatch(/does not answer[\s\S]*panic: no config/);
});

test("a push to a registry that was not started says so", async () => {
  const { run } = runOn();
  const record = await executePushImage({ run, step: steps[2], case: "one" } as StepContext<"pushImage">);
  expect(record).toMatchObject({
    status: "FAILED",
    reason: "the registry registry was not started in this run",
  });
});
