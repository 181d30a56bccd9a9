import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeAbandoned, socketFolder } from "../../../data-loaders/environment/transport/socket-folder.js";
import { type ProcessIdentity, startedOf, thisProcess } from "../../../data-loaders/process-identity.js";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "labbook-test-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function folderOf(name: string, owner?: Partial<ProcessIdentity>): string {
  const folder = join(parent, `labbook-ssh-${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "config"), "");
  if (owner) writeFileSync(join(folder, "owner.json"), JSON.stringify({ ...thisProcess(), ...owner }));
  return folder;
}

test("the folder of a process that was killed is removed at the next start, that of a running one stays", async () => {
  const child = spawn("sleep", ["60"]);
  await once(child, "spawn");
  const own = socketFolder(parent);
  const other = folderOf("other", { pid: child.pid!, ...startedOf(child.pid!) });
  expect(removeAbandoned(parent)).toEqual([]);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(removeAbandoned(parent)).toEqual([other]);
  expect([existsSync(other), existsSync(own)]).toEqual([false, true]);
  expect(JSON.parse(readFileSync(join(own, "owner.json"), "utf8"))).toMatchObject({ pid: process.pid });
});

test("a PID that is another process's by now, and one of an earlier boot, are gone", () => {
  const reused = folderOf("reused", { startTicks: "1" });
  const before = folderOf("before", { localBootId: "another boot" });
  expect(removeAbandoned(parent).sort()).toEqual([before, reused].sort());
});

test("what is not certainly ours and abandoned stays", () => {
  const kept = [
    folderOf("no-note"),
    // a container that shares the folder has PIDs of its own
    folderOf("container", { pid: 2 ** 22 + 1, pidNamespace: "pid:[1]" }),
    folderOf("unknown", { startTicks: undefined }),
  ];
  const elsewhere = folderOf("target", { startTicks: "1" });
  const link = join(parent, "labbook-ssh-link");
  symlinkSync(elsewhere, link);
  const unlike = join(parent, "other-ssh-x");
  mkdirSync(unlike);
  writeFileSync(join(unlike, "owner.json"), JSON.stringify({ ...thisProcess(), startTicks: "1" }));
  expect(removeAbandoned(parent)).toEqual([elsewhere]);
  for (const folder of [...kept, unlike]) expect(existsSync(folder), folder).toBe(true);
});

test.skipIf(process.getuid?.() !== 0)("another user's folder stays", () => {
  const folder = folderOf("theirs", { startTicks: "1" });
  spawnSync("chown", ["-R", "65534", folder]);
  expect(removeAbandoned(parent)).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});

test("a TMPDIR that is no folder is passed over", () => {
  vi.stubEnv("TMPDIR", join(parent, "not there"));
  const folder = socketFolder();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  expect(folder).toMatch(/^\/tmp\/labbook-ssh-/);
});

test("a TMPDIR that is a folder is used", () => {
  vi.stubEnv("TMPDIR", parent);
  const folder = socketFolder();
  vi.unstubAllEnvs();
  expect(folder.startsWith(parent)).toBe(true);
});
