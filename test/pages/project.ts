/** A copy of the site's sources in a temporary folder, with test input in place of evidence and labs. */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeSample } from "../fixtures/site/sample.js";

export interface TestProject {
  root: string;
  remove(): Promise<void>;
}

/** With the labs and evidence that are committed. */
export function copyProject(): Promise<TestProject> {
  return copy(["labs"], []);
}

/**
 * With invented labs and runs in their place: test/fixtures/site/sample.ts.
 * @param prepare puts more into the project's root before anything is built
 */
export async function makeProject(prepare?: (root: string) => Promise<void>): Promise<TestProject> {
  const project = await copy(
    ["labs/series.ts", "labs/vocabulary", "labs/environment", "labs/probe-app"],
    ["evidence", "answers", "zh/answers"],
  );
  await writeSample(project.root);
  await prepare?.(project.root);
  return project;
}

const here = resolve(import.meta.dirname, "../..");

/** `without` names folders under src/. */
async function copy(labs: string[], without: string[]): Promise<TestProject> {
  const root = await mkdtemp(join(tmpdir(), "labbook-site-"));
  for (const name of [
    "observablehq.config.ts",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    "data-loaders",
    ...labs,
  ])
    await cp(join(here, name), join(root, name), { recursive: true });
  const left = [...without, ".observablehq", "data/made"].map((name) => join(here, "src", name));
  await cp(join(here, "src"), join(root, "src"), { recursive: true, filter: (path) => !left.includes(path) });
  // Bundled libraries of an earlier build save half a minute; the build makes them when they are not there.
  const bundled = "src/.observablehq/cache/_node";
  if (existsSync(join(here, bundled)))
    await cp(join(here, bundled), join(root, bundled), { recursive: true });
  await symlink(join(here, "node_modules"), join(root, "node_modules"));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
