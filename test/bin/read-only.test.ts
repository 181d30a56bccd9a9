import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterAll, describe, expect, test } from "vitest";

const root = resolve(".");
/** Runs a command where the project is mounted read-only, seen by that command alone. */
const readOnly = [
  ...["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"],
  'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"',
  ...["sh", root],
];
const here = spawnSync(readOnly[0]!, [...readOnly.slice(1), "true"]).status === 0;
if (!here) console.warn("NOT_RUN  a read-only checkout: this machine lets no user mount anything");

const caller = mkdtempSync(join(tmpdir(), "labbook-read-only-"));
afterAll(() => rmSync(caller, { recursive: true, force: true }));
const lab = (...args: string[]) =>
  execa(readOnly[0]!, [...readOnly.slice(1), join(root, "lab"), ...args], { cwd: caller, reject: false });

describe.skipIf(!here)("a read-only checkout", { timeout: 60_000 }, () => {
  test.each([
    [["plan", "c00"]],
    [["verify", "c00"]],
    [["list"]],
    [["diff", "c26", "--json"]],
    [["answer", "c26", "1", "--check"]],
  ])("lab %j works", async (args) => {
    const before = state();
    const { exitCode, stdout, stderr } = await lab(...args);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).not.toBe("");
    expect(state()).toEqual(before);
  });

  test("a bundle is written where the caller is", async () => {
    const { exitCode, stderr } = await lab("export", "c00", "-o", "run.tar");
    expect([exitCode, stderr, existsSync(join(caller, "run.tar"))]).toEqual([0, "", true]);
  });

  test.each([
    [["run", "c00"], ".labbook"],
    [["clean"], ".labbook"],
    [["up"], ".labbook"],
    [["import", "run.tar"], "src/evidence"],
    [["clean", "--runs"], "src/evidence"],
    [["answer", "c00", "1"], "my-answers"],
    [["answer", "c00", "1", "--book"], "src/answers"],
    [["build"], "src"],
  ])("lab %j names %s and the remedy, and does nothing", async (args, folder) => {
    const { exitCode, stdout, stderr } = await lab(...args);
    expect([exitCode, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(
      `lab ${args[0]} writes to ${join(root, folder)}, which is not possible: EROFS: read-only file system`,
    );
    expect(stderr).toContain(`try: cp -R ${root} ~/labbook`);
  });
});

/** What lies in the project's own folder of state. */
function state(): string[] {
  return existsSync(".labbook") ? readdirSync(".labbook", { recursive: true }).map(String).sort() : [];
}
