import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localTransport } from "../../data-loaders/environment/transport/local.js";
import { startedOf } from "../../data-loaders/process-identity.js";
import { recoverFirst } from "../../data-loaders/run/recover.js";
import type { Session } from "../../data-loaders/session.js";
import { t, vm } from "../../labs/vocabulary/index.js";

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
