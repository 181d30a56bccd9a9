/** A copy of the site's sources in a temporary folder, with test input in place of evidence and labs. */
import { cpSync, existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { hostile, sampleRun, writeSample } from "../fixtures/site/sample.js";
import { copyProject } from "../support/project.js";

/** Notebooks and the contents page tell of the book's own labs; the build writes pages of a few lines in their place. */
const OF_THE_BOOK =
  /^labs\/(?!vocabulary|environment|probe-app|series\.ts)|^src\/(zh\/)?(chapters\/|index\.md$)/;

/** With invented labs and runs: test/fixtures/site/sample.ts, and an earlier run of c26 to compare. */
export async function sampleProject() {
  const project = copyProject(undefined, (path) => OF_THE_BOOK.test(path));
  await writeSample(project.root);
  await writeEarlierRun(project.root);
  // Bundled libraries of an earlier build save half a minute; the build makes them when they are not there.
  const bundled = "src/.observablehq/cache/_node";
  if (existsSync(bundled)) cpSync(bundled, join(project.root, bundled), { recursive: true });
  return project;
}

export const earlierId = "20200101T000000000Z-c26-0000";

/** TEST INPUT: c26 on another version, with one verdict and one output other than the newest. */
async function writeEarlierRun(root: string): Promise<void> {
  const folder = join(root, "src/evidence/c26");
  const run = structuredClone(sampleRun) as RunDocument;
  run.id = earlierId;
  run.startedAt = "2020-01-01T00:00:00.000Z";
  for (const node of run.environment.nodes ?? []) node.kubelet = "v1.30.0";
  run.environment.vm.kernel = "5.4.0";
  const refuted = run.verdicts.find(({ verdict }) => verdict === "CONFIRMED")!;
  refuted.verdict = "REFUTED";
  const coloured = `\x1b[31mfailed\x1b[0m 字符 \x1b]0;owned\x07\x1b[2J${hostile}`;
  const bytes = new TextEncoder().encode(coloured);
  const step = run.steps.find(({ id }) => id === "hostile-log")!;
  step.stdout = { sha256: sha256Hex(bytes), bytes: bytes.length };
  await mkdir(join(folder, "runs"), { recursive: true });
  await writeFile(join(folder, "runs", `${run.id}.json`), JSON.stringify(run));
  await writeFile(join(folder, "raw", step.stdout.sha256), bytes);
  const history = join(folder, "history.jsonl");
  const earlier = { id: run.id, status: run.status, startedAt: run.startedAt, prev: "" };
  await writeFile(history, `${JSON.stringify(earlier)}\n${await readFile(history, "utf8")}`);
}
