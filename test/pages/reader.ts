/** What the pages' tests share about a reader: the choice to see everything, and a run of the reader's own. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { packRun } from "../../src/model/bundle/bundle.js";
import { digestOf, sha256Hex } from "../../src/model/hash.js";
import { observe } from "../../src/model/observe.js";
import { judge } from "../../src/model/predictions/judge.js";
import type { RunDocument } from "../../src/model/run.js";

/** A reader who only wants to read: nothing is hidden, on any page opened from now on. */
export async function showEverything(reader: Page | BrowserContext): Promise<void> {
  await reader.addInitScript(`try {
    const chapter = /\\/chapters\\/([a-z0-9]+)/.exec(location.pathname)?.[1];
    if (chapter) localStorage.setItem("labbook/reading/v2/" + chapter, "everything");
  } catch {}`);
}

/** TEST INPUT made of recorded evidence: the same run with one output changed, read and judged again. */
export async function ownRun(
  folder: string,
  change: { step: string; from: string; to: string },
): Promise<{ run: RunDocument; bundle: Uint8Array }> {
  const recorded = JSON.parse(await readFile(join(folder, "run.json"), "utf8")) as RunDocument;
  const raw = new Map<string, Uint8Array>();
  for (const { stdin, stdout, stderr } of [...recorded.steps, ...recorded.cleanup.steps])
    for (const output of [stdin, stdout, stderr])
      if (output) raw.set(output.sha256, new Uint8Array(await readFile(join(folder, "raw", output.sha256))));
  const steps = recorded.steps.map((step) => {
    if (step.id !== change.step || !step.stdout) return step;
    const text = new TextDecoder().decode(raw.get(step.stdout.sha256)!);
    if (!text.includes(change.from)) throw new Error(`${change.step} did not print ${change.from}`);
    const bytes = new TextEncoder().encode(text.replaceAll(change.from, change.to));
    const sha256 = sha256Hex(bytes);
    raw.set(sha256, bytes);
    return { ...step, stdout: { ...step.stdout, sha256, bytes: bytes.length } };
  });
  const environment = { ...recorded.environment, vm: { ...recorded.environment.vm, kernel: "6.99.0-own" } };
  const run: RunDocument = {
    ...recorded,
    id: recorded.id.replace(/[0-9a-f]{4}$/, "0e11"),
    environment,
    steps,
  };
  const seen = observe(run, (sha256) => raw.get(sha256));
  Object.assign(run, JSON.parse(JSON.stringify(seen)));
  run.verdicts = JSON.parse(JSON.stringify(judge(run.predictions, run)));
  if (digestOf(run.predictions) !== run.predictionsDigest)
    throw new Error("the predictions are not those sealed");
  return { run, bundle: packRun(run, (sha256) => raw.get(sha256)) };
}
