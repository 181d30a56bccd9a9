import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "../../src/model/hash.js";
import { observe } from "../../src/model/observe.js";
import { judge } from "../../src/model/predictions/judge.js";
import type { RunDocument } from "../../src/model/run.js";

const recorded = "test/fixtures/evidence/c00";

/**
 * The recorded run of c00 with its raw outputs, its values read and judged by today's code.
 * @param steps only so many of its steps, where a test lands it over and over
 */
export function recordedRun(change: (run: RunDocument) => void = () => {}, steps = 1000) {
  const run = JSON.parse(readFileSync(join(recorded, "run.json"), "utf8")) as RunDocument;
  const raw = new Map<string, Uint8Array>();
  for (const name of readdirSync(join(recorded, "raw"))) {
    raw.set(name, new Uint8Array(readFileSync(join(recorded, "raw", name))));
  }
  run.steps = run.steps.slice(0, steps);
  run.cleanup.steps = run.cleanup.steps.slice(0, steps);
  Object.assign(
    run,
    observe(run, (sha256) => raw.get(sha256)),
  );
  run.verdicts = judge(run.predictions, run);
  change(run);
  return { run: JSON.parse(JSON.stringify(run)) as RunDocument, raw };
}

/** The same run as though it had been recorded at another time. */
export function laterRun(day: number, change: (run: RunDocument) => void = () => {}, steps = 1000) {
  return recordedRun((run) => {
    run.id = `202612${String(day).padStart(2, "0")}T000000000Z-c00-${String(day).padStart(4, "0")}`;
    run.startedAt = `2026-12-${String(day).padStart(2, "0")}T00:00:00.000Z`;
    change(run);
  }, steps);
}

/** Gives a step an output of its own. */
export function withOutput(one: { run: RunDocument; raw: Map<string, Uint8Array> }, bytes: Uint8Array) {
  const sha256 = sha256Hex(bytes);
  const step = one.run.steps.find(({ stderr }) => stderr !== undefined) ?? one.run.steps[0]!;
  step.stderr = { sha256, bytes: bytes.length };
  one.raw.set(sha256, bytes);
  return one;
}

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "labbook-evidence-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
