import { afterEach, beforeEach, expect, test } from "vitest";
import { landRun, readRun } from "../../data-loaders/evidence/store.js";
import { publishedFiles } from "../../data-loaders/publish/published.js";
import { verifyPublished } from "../../src/model/attest/verify.js";
import { digestOf } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { clone } from "../support/answer.js";
import { laterRun, temporaryFolder } from "../support/evidence.js";

let keys: ReturnType<typeof temporaryFolder>;
let one: Awaited<ReturnType<typeof clone>>;
beforeEach(async () => {
  keys = temporaryFolder();
  one = await clone(keys.path);
});
afterEach(() => {
  one.remove();
  keys.remove();
});

/** Asked something else, it may decide less than the run before it and still be the chapter's evidence. */
const ofAnotherSheet = (run: RunDocument) => {
  run.labParts.declaration = "f".repeat(64);
  run.labDigest = digestOf(run.labParts);
};

test("a published answer goes on verifying however often its chapter is run again", async () => {
  await one.publish();
  for (let day = 1; day <= 8; day++) {
    const { run, raw } = laterRun(day, ofAnotherSheet, 3);
    await landRun(one.roots.evidence, run, raw);
  }
  expect((await readRun(one.roots.evidence, "c00"))?.id).toBe(laterRun(8).run.id);
  const published = await publishedFiles(one.roots, "c00", "1");
  expect((await verifyPublished(published!.files)).checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(await one.publish()).toMatchObject({ outcome: "UNCHANGED", status: "VERIFIED" });
});
