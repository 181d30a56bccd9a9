import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProject } from "../support/project.js";

let project: ReturnType<typeof copyProject>;
beforeAll(() => {
  project = copyProject();
});
afterAll(() => project.remove());

const plan = (env: Record<string, string> = {}) =>
  execa("./lab", ["plan", "c00"], { cwd: project.root, reject: false, env });
test("whatever is loaded by name from a lab's folder is in the bundle", async () => {
  await plan();
  const { labs } = JSON.parse(readFileSync(join(project.root, ".labbook/command/bundle.json"), "utf8")) as {
    labs: string[];
  };
  const loaded = readdirSync(join(project.root, "labs"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^[^/]+\/(lab|questions)\.ts$/.test(file))
    .map((file) => `labs/${file}`);
  expect(labs).toEqual(loaded.sort());
}, 120_000);

const edit = (path: string, change: (text: string) => string) => {
  const file = join(project.root, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
};
const bundles = () =>
  readdirSync(join(project.root, ".labbook/command")).filter((name) => /^[0-9a-f]{16}$/.test(name));

test("the bundled command does what the files do, and is made anew when one of them is another", async () => {
  const first = await plan();
  expect(first.exitCode, first.stderr).toBe(0);
  expect(first.stdout).toBe((await plan({ LABBOOK_FROM_SOURCE: "1" })).stdout);
  const [made] = bundles();
  expect(bundles()).toHaveLength(1);

  await plan();
  expect(bundles()).toEqual([made]);

  edit("labs/c00-process-isolation/lab.ts", (text) => text.replaceAll("/proc", "/procfs"));
  const second = await plan();
  expect(second.stdout).not.toBe(first.stdout);
  expect(second.stdout).toContain("/procfs");
  expect(bundles()).toHaveLength(2);

  edit("labs/c00-process-isolation/lab.ts", (text) => `${text}\nthis is no TypeScript`);
  const broken = await plan();
  expect(broken.exitCode).not.toBe(0);
  expect(broken.stderr).toContain("lab.ts");
}, 300_000);

test("a project that was moved runs the files where it is now", async () => {
  edit("labs/c00-process-isolation/lab.ts", (text) => text.replace("\nthis is no TypeScript", ""));
  const before = await plan();
  expect(before.exitCode, before.stderr).toBe(0);
  const old = project.root;
  const moved = `${old}-moved`;
  renameSync(old, moved);
  project = { ...project, root: moved, remove: () => rmSync(moved, { recursive: true, force: true }) };
  const after = await plan();
  expect(after.stdout, after.stderr).toBe(before.stdout);
  const note = JSON.parse(readFileSync(join(moved, ".labbook/command/bundle.json"), "utf8"));
  expect(note.root).toBe(moved);
}, 300_000);
