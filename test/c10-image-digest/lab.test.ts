/** Runs the lab sheet's own commands, one after the other, and judges what they print with the model. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import lab from "../../labs/c10-image-digest/lab.js";
import { fillPlaceholders } from "../../labs/vocabulary/placeholders.js";
import { sha256Hex } from "../../src/model/hash.js";
import { observe } from "../../src/model/observe.js";
import { judge } from "../../src/model/predictions/judge.js";
import type { StepRecord } from "../../src/model/run.js";

const ROOT = join(import.meta.dirname, "../..");
const raw = new Map<string, Uint8Array>();
const records: StepRecord[] = [];
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "c10-"));
  for (const { id, steps } of lab.cases) for (const step of steps) runStep(id, step);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const seen = (more: Map<string, Uint8Array> = raw) =>
  observe({ steps: records, recipes: lab.observations, chains: [], timelineSpecs: [] }, (sha256) =>
    more.get(sha256),
  );

test("every step ends as the sheet expects", () => {
  expect(records.filter((record) => record.status !== "OK")).toEqual([]);
});

test("every observation has a value, and every prediction is confirmed by it", () => {
  const { observations, chains } = seen();
  expect(Object.entries(observations).filter(([, each]) => each.missing)).toEqual([]);
  const verdicts = judge(lab.predictions, { observations, chains, steps: records });
  expect(verdicts.filter(({ verdict }) => verdict !== "CONFIRMED")).toEqual([]);
  expect(verdicts).toHaveLength(lab.predictions.length);
});

describe("the three faults of a descriptor are told apart", () => {
  const value = (name: string) => seen().observations[name]?.value;
  test("wrong size", () => expect(value("wrong-size.faults")).toEqual(["SIZE"]));
  test("wrong digest", () => expect(value("wrong-digest.faults")).toEqual(["DIGEST"]));
  test("missing blob", () => expect(value("missing-blob.faults")).toEqual(["MISSING"]));
  test("none of them in the whole layout", () => expect(value("layout.faults")).toEqual([]));
});

test("output that says something else refutes: no verdict is fixed beforehand", () => {
  const sum = records.find((record) => record.id === "index-sum")!.stdout!.sha256;
  const other = new Map(raw).set(sum, new TextEncoder().encode(`${"0".repeat(64)}  some/file\n`));
  const verdicts = judge(lab.predictions, { ...seen(other), steps: records });
  expect(verdicts.find(({ prediction }) => prediction === "index-digest")!.verdict).toBe("REFUTED");
});

test("output that was lost makes its predictions inconclusive", () => {
  const sum = records.find((record) => record.id === "index-sum")!.stdout!.sha256;
  const less = new Map(raw);
  less.delete(sum);
  const verdicts = judge(lab.predictions, { ...seen(less), steps: records });
  expect(verdicts.find(({ prediction }) => prediction === "index-digest")!.verdict).toBe("INCONCLUSIVE");
});

function runStep(caseId: string, step: (typeof lab.cases)[number]["steps"][number]): void {
  if (step.kind !== "vm") throw new Error(`c10 has only commands on the VM, got ${step.kind}`);
  const argv = fillPlaceholders(step.argv, (name) => {
    if (name === "scratch") return scratch;
    if (name === "files") return "labs/c10-image-digest";
    const found = seen().observations[name];
    if (typeof found?.value !== "string")
      throw new Error(`{{${name}}} was not observed: ${JSON.stringify(found)}`);
    return found.value;
  });
  const { status, stdout, stderr } = spawnSync(argv[0]!, argv.slice(1), {
    cwd: ROOT,
    env: { ...process.env, LANG: "C.UTF-8" },
  });
  const expected = step.expectExit === "any" || (step.expectExit ?? [0]).includes(status ?? -1);
  const keep = (bytes: Uint8Array) => {
    const sha256 = sha256Hex(bytes);
    raw.set(sha256, bytes);
    return { sha256, bytes: bytes.length };
  };
  const { id, kind, title } = step;
  const base = { id, case: caseId, kind, title, target: "vm", argv, exitCode: status ?? undefined };
  const reason = expected ? {} : { reason: `exit ${status}: ${stderr.toString()}` };
  records.push({ ...base, status: expected ? "OK" : "FAILED", stdout: keep(stdout), ...reason });
}
