import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { forgetCluster } from "../../data-loaders/run/recover.js";
import { kubectl, t, vm } from "../../labs/vocabulary/index.js";
import type { Step } from "../../labs/vocabulary/lab.js";

const root = mkdtempSync(join(tmpdir(), "labbook-forget-"));
const journals = join(root, ".labbook/journal");
afterEach(() => rmSync(root, { recursive: true, force: true }));

function journal(run: string, cluster: string, step: Step) {
  const head = { run, chapter: "k08", pid: 0, localBootId: "", startedAt: "", cluster, transport: "local" };
  const undo = { id: "cordon", undo: { title: t("u", "u"), steps: [step], proof: [] } };
  mkdirSync(journals, { recursive: true });
  writeFileSync(join(journals, `${run}.jsonl`), `${JSON.stringify({ head })}\n${JSON.stringify({ undo })}\n`);
}

test("only journals of the cluster that is gone are forgotten, and none that changed the VM itself", () => {
  const uncordon = kubectl("u", t("u", "u"), ["uncordon", "node"]);
  journal("a", "gone", uncordon);
  journal("b", "other", uncordon);
  journal("c", "gone", vm("v", t("v", "v"), ["rm", "file"]));
  expect(forgetCluster("gone", "ssh://vm", root)).toEqual([]);
  expect(forgetCluster("gone", "local", root)).toEqual(["a"]);
  expect(readdirSync(journals).sort()).toEqual(["b.jsonl", "c.jsonl"]);
});
