import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, expect, test } from "vitest";
import { down } from "../../data-loaders/commands/down.js";
import { localTransport } from "../../data-loaders/environment/transport/local.js";
import type { LabError } from "../../data-loaders/errors.js";
import { startedOf } from "../../data-loaders/process-identity.js";
import { recoverFirst } from "../../data-loaders/run/recover.js";
import { recoverBefore } from "../../data-loaders/run/recover-before.js";
import type { Session } from "../../data-loaders/session.js";
import { kubectl, t, vm } from "../../labs/vocabulary/index.js";
import type { Step } from "../../labs/vocabulary/lab.js";
import { labWorld, type World } from "../environment/cluster/lab-world.js";

const home = process.cwd();
const root = mkdtempSync(join(tmpdir(), "labbook-recover-"));
beforeEach(() => process.chdir(root));
afterEach(() => {
  process.chdir(home);
  rmSync(join(root, ".labbook"), { recursive: true, force: true });
});

test.each([
  { place: { transport: "ssh://lab@vm" }, remedy: /on ssh:\/\/lab@vm: \.\/lab --on ssh:\/\/lab@vm clean/ },
  {
    place: { transport: "local", dockerHost: "unix:///run/one.sock" },
    remedy: /in the docker at unix:\/\/\/run\/one\.sock: DOCKER_HOST=unix:\/\/\/run\/one\.sock \.\/lab clean/,
  },
])(
  "a journal of another place is not undone here, where its undo would be lost: $place",
  async ({ place, remedy }) => {
    const x = t("x", "x");
    const head = {
      run: "r1",
      chapter: "c97",
      pid: 0,
      localBootId: "",
      startedAt: "",
      ...place,
      namespace: "labbook-c97",
    };
    const undo = { title: x, steps: [vm("back", x, ["touch", "touched"])], proof: [vm("ok", x, ["true"])] };
    const file = ".labbook/journal/r1.jsonl";
    mkdirSync(".labbook/journal", { recursive: true });
    writeFileSync(file, `${JSON.stringify({ head })}\n${JSON.stringify({ undo: { id: "u", undo } })}\n`);
    const said: string[] = [];
    const log = { info: (m: string) => said.push(m), warn: (m: string) => said.push(m) };
    const session = {
      transport: {
        ...localTransport(),
        run: () => Promise.reject(new Error("acted here")),
        resolveDocker: async () => "unix:///run/two.sock",
      },
      log,
    } as unknown as Session;
    expect(await recoverFirst(session, true)).toEqual([]);
    expect(existsSync(file)).toBe(true);
    expect(said.join()).toMatch(remedy);
  },
);

test("a run that is under way is left alone, whatever its command line; a process that has its PID by now is not it", async () => {
  const localBootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const common = {
    chapter: "c97",
    pid: process.pid,
    localBootId,
    startedAt: "",
    transport: "local",
    namespace: "n",
  };
  const { startTicks } = startedOf(process.pid);
  mkdirSync(".labbook/journal", { recursive: true });
  const file = (run: string) => `.labbook/journal/${run}.jsonl`;
  const journal = (run: string, ticks?: string) =>
    writeFileSync(file(run), `${JSON.stringify({ head: { ...common, run, startTicks: ticks } })}\n`);
  journal("alive", startTicks);
  journal("reused", String(Number(startTicks) - 1));
  journal("old");
  const log = { info: () => {}, warn: () => {} };
  const session = { transport: { ...localTransport(), name: "local" }, log } as unknown as Session;
  expect((await recoverFirst(session, false)).sort()).toEqual(["old", "reused"]);
  expect(existsSync(file("alive"))).toBe(true);
});

/** A killed run on the cluster `lab`, and the world in which the next command finds its journal. */
function killedOn(clusterUid: string | undefined, world: Partial<World>, ...steps: Step[]) {
  const head = {
    ...{ run: "r1", chapter: "c97", pid: 0, localBootId: "", startedAt: "", transport: "local" },
    ...{ namespace: "labbook-c97", cluster: "lab", clusterUid },
  };
  const undo = { title: t("x", "x"), steps, proof: [] };
  mkdirSync(".labbook/journal", { recursive: true });
  const file = ".labbook/journal/r1.jsonl";
  writeFileSync(file, `${JSON.stringify({ head })}\n${JSON.stringify({ undo: { id: "u", undo } })}\n`);
  const made = labWorld(world);
  const ask = made.vm.run.bind(made.vm);
  const here = localTransport();
  // what the probe of the VM asks, it asks this machine
  made.vm.run = (request) => (request.argv[0] === "sh" ? here.run(request) : ask(request));
  Object.assign(made.vm, { resolveDocker: async () => undefined });
  return { ...made, file, ran: () => made.vm.asked.map(({ argv }) => argv.join(" ")) };
}
const programs = ([program, verb]: string[]) =>
  program === "touch" || verb === "version" || verb === "info" ? {} : undefined;
const uncordon = kubectl("back", t("x", "x"), ["uncordon", "lab-worker"]);

test.each([
  ["is gone", { containers: false }, "the cluster lab does not exist any more"],
  [
    "was made again with its name",
    { uidInside: "uid-2", uidOfServer: "uid-2" },
    "the cluster lab that it changed (kube-system uid-1) does not exist any more; today's has its name only (kube-system uid-2)",
  ],
  [
    "was made again, and is not adopted yet",
    { uidInside: "uid-2", uidOfServer: "uid-2", labels: {}, caInKubeconfig: "none" },
    "today's has its name only (kube-system uid-2)",
  ],
])(
  "a journal of a cluster that %s is closed with that reason, and nothing is undone",
  async (_what, world, reason) => {
    const { effects, file, ran } = killedOn("uid-1", world, uncordon);
    expect(await recoverFirst(effects, false)).toEqual(["r1"]);
    expect(existsSync(file)).toBe(false);
    expect(effects.said.join()).toContain(reason);
    expect(ran().filter((line) => line.includes("uncordon"))).toEqual([]);
  },
);

test("what such a run changed on the VM itself is still undone", async () => {
  const { effects, file, ran } = killedOn(
    "uid-1",
    {
      containers: false,
      answers: programs,
    },
    uncordon,
    vm("back", t("x", "x"), ["touch", "undone"]),
  );
  expect(await recoverFirst(effects, false)).toEqual(["r1"]);
  expect(ran()).toContain("touch undone");
  expect(ran().filter((line) => line.includes("uncordon"))).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test.each([
  [
    "cannot be reached",
    { workerState: { Running: false, Paused: false } },
    { exitCode: 3, message: /run r1 .* cannot be undone now \(journal .*r1\.jsonl\): .*lab-worker stopped/ },
  ],
  [
    "is not declared dedicated any more",
    { labels: {} },
    { exitCode: 8, message: /run r1 .*: cluster lab is not declared dedicated/ },
  ],
])("a journal of a cluster that %s stays, and says what to do", async (_what, world, error) => {
  const { effects, file, ran } = killedOn(
    "uid-1",
    {
      ...world,
      answers: programs,
    },
    uncordon,
  );
  const thrown = await recoverFirst(effects, false).catch((one: unknown) => one as LabError);
  expect(thrown).toMatchObject({ exitCode: error.exitCode, message: expect.stringMatching(error.message) });
  expect((thrown as LabError).remedy).toMatch(
    /, then \.\/lab clean; or \.\/lab down, which gives up the cluster/,
  );
  expect(existsSync(file)).toBe(true);
  expect(ran().filter((line) => line.includes("uncordon"))).toEqual([]);
});

test("one journal that cannot be finished does not keep the others open", async () => {
  const { effects, file } = killedOn("uid-1", { labels: {}, answers: programs }, uncordon);
  const other = ".labbook/journal/r2.jsonl";
  const head = {
    run: "r2",
    chapter: "c97",
    pid: 0,
    localBootId: "",
    startedAt: "",
    transport: "local",
    namespace: "n",
  };
  writeFileSync(other, `${JSON.stringify({ head })}\n`);
  await expect(recoverFirst(effects, false)).rejects.toThrow(/run r1/);
  expect([existsSync(file), existsSync(other)]).toEqual([true, false]);
});

test.each(["list", "verify", "up", "adopt", "doctor"])(
  "lab %s warns of a run that cannot be undone now, and goes on",
  async (name) => {
    const { effects, file } = killedOn("uid-1", { labels: {} }, uncordon);
    expect(await recoverBefore(name, effects)).toBe(false);
    expect(effects.said.join()).toMatch(
      /run r1 .*cannot be undone now[\s\S]*try: .*\.\/lab adopt lab, then \.\/lab clean/,
    );
    expect(existsSync(file)).toBe(true);
  },
);

test.each(["run", "clean"])("lab %s does not begin before such a run is undone", async (name) => {
  const { effects } = killedOn("uid-1", { labels: {} }, uncordon);
  await expect(recoverBefore(name, effects)).rejects.toThrow(/run r1 .*cannot be undone now/);
});

test.each(["run", "clean", "list", "up"])("lab %s begins when the cluster is gone", async (name) => {
  const { effects, file } = killedOn("uid-1", { containers: false }, uncordon);
  expect(await recoverBefore(name, effects)).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test("an adopted cluster is not given back before what a killed run changed in it is undone", async () => {
  const given = { origin: "adopted", workerState: { Running: false, Paused: false } };
  const { effects, file, ran } = killedOn("uid-1", given, uncordon);
  expect(await down({}, effects)).toBe(3);
  expect(effects.said.join()).toContain("cannot be undone now");
  expect(ran().filter((line) => line.startsWith("rm "))).toEqual([]);
  expect(existsSync(file)).toBe(true);
});

test.skipIf(process.getuid?.() !== 0).each([".labbook", ".labbook/journal"])(
  "journals of another user, who alone may look into %s, are named to whoever runs labs, with what to do",
  async (closed) => {
    mkdirSync(".labbook/journal", { recursive: true });
    chmodSync(closed, 0o700);
    chmodSync(root, 0o755);
    const from = join(home, "data-loaders/run/recover-before.ts");
    const script = `import { recoverBefore } from ${JSON.stringify(from)};
    const log = { warn: (text) => console.log("warned", text) };
    for (const name of ["list", "run"])
      console.log(await recoverBefore(name, { log }).catch((e) => "exit " + e.exitCode + ": " + e.message + "\\n" + e.remedy));`;
    const { stdout } = await execa(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), "--input-type=module", "--eval", script],
      { uid: 65534, gid: 65534, cwd: root, env: { HOME: root } },
    );
    const state = join(root, ".labbook");
    const folder = join(state, "journal");
    expect(stdout.split("\n")).toEqual([
      "true",
      `exit 3: whether a run is unfinished cannot be told: ${folder} is another user's (${state} belongs to user ID 0)`,
      `as that user: ./lab clean; or take the folder over: sudo chown -R "$(id -u)" ${state}`,
    ]);
  },
);
