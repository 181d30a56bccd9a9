import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readsTheSame } from "../../data-loaders/evidence/reread.js";
import { landRun } from "../../data-loaders/evidence/store.js";
import type { RunDocument } from "../../src/model/run.js";
import { recordedRun, temporaryFolder } from "../support/evidence.js";

let root: ReturnType<typeof temporaryFolder>;
let run: RunDocument;
beforeEach(async () => {
  root = temporaryFolder();
  const one = recordedRun();
  run = one.run;
  await landRun(root.path, one.run, one.raw);
});
afterEach(() => root.remove());

const code = { "model/extract": "a" };
const asked = (of: RunDocument, parts: Record<string, string> = code) =>
  readsTheSame(root.path, of, parts, join(root.path, "kept"));

test("a yes holds for this document and this code, and is read again for any other", () => {
  expect(asked(run)).toBe(true);
  expect(readdirSync(join(root.path, "kept"))).toHaveLength(1);
  rmSync(join(root.path, "c00/raw"), { recursive: true });
  expect(asked(run)).toBe(true);
  expect(asked(run, { "model/extract": "b" })).toBe(false);
  expect(asked({ ...run, id: `${run.id}0` })).toBe(false);
});

test("a no is not kept", () => {
  const name = Object.keys(run.observations)[0]!;
  const forged = structuredClone(run);
  (forged.observations[name] as { value: unknown }).value = "invented";
  expect(asked(forged)).toBe(false);
  expect(existsSync(join(root.path, "kept"))).toBe(false);
  expect(asked(forged)).toBe(false);
});
