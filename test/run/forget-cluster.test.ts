import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { registryUndo } from "../../data-loaders/registry/undo.js";
import { forgetCluster, unfinished } from "../../data-loaders/run/recover.js";
import { kubectl, t, vm } from "../../labs/vocabulary/index.js";
import type { Step } from "../../labs/vocabulary/lab.js";

const root = mkdtempSync(join(tmpdir(), "labbook-forget-"));
const journals = join(root, ".labbook/journal");
afterEach(() => rmSync(root, { recursive: true, force: true }));

function journal(run: string, cluster: string, ...steps: Step[]) {
  const head = { run, chapter: "k08", pid: 0, localBootId: "", startedAt: "", cluster, transport: "local" };
  const undo = { id: "cordon", undo: { title: t("u", "u"), steps, proof: [] } };
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

test("of an undo on VM and nodes the VM's part stays, in a journal that needs no cluster", () => {
  const place = { id: "registry", container: "r", host: "r:5000", run: "d", nodes: ["n1", "n2"] };
  const both = registryUndo(place);
  journal("d", "gone", ...both.steps);
  expect(forgetCluster("gone", "local", root)).toEqual([]);
  const [left] = unfinished(root);
  expect(left?.head.cluster).toBeUndefined();
  expect(left?.pending.flatMap(({ undo }) => undo.steps.map(({ kind }) => kind))).toEqual(["vm"]);
  expect(readFileSync(join(journals, "d.jsonl"), "utf8")).toContain("docker rm --force");
});
