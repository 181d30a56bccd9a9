import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { registryUndo } from "../../data-loaders/registry/undo.js";
import { forgetCluster } from "../../data-loaders/run/gone-cluster.js";
import type { JournalHead } from "../../data-loaders/run/journal.js";
import { unfinished } from "../../data-loaders/run/unfinished.js";
import { kubectl, t, vm } from "../../labs/vocabulary/index.js";
import type { Step } from "../../labs/vocabulary/lab.js";
import { FakeVm, fakeEffects } from "../environment/fake-vm.js";

const root = mkdtempSync(join(tmpdir(), "labbook-forget-"));
const journals = join(root, ".labbook/journal");
afterEach(() => rmSync(root, { recursive: true, force: true }));

function journal(run: string, cluster: string, place: Partial<JournalHead>, ...steps: Step[]) {
  const whose = { run, chapter: "k08", pid: 0, localBootId: "", startedAt: "", cluster, transport: "local" };
  const head = { ...whose, ...place };
  const undo = { id: "cordon", undo: { title: t("u", "u"), steps, proof: [] } };
  mkdirSync(journals, { recursive: true });
  writeFileSync(join(journals, `${run}.jsonl`), `${JSON.stringify({ head })}\n${JSON.stringify({ undo })}\n`);
}

/** A VM of this name, with one docker, on which removing works. */
function at(name: string, dockerHost = "unix:///run/docker.sock") {
  const vm = new FakeVm((argv) => (argv[0] === "rm" ? {} : undefined));
  return { vm, effects: fakeEffects(Object.assign(vm, { name, resolveDocker: async () => dockerHost })) };
}

const uncordon = kubectl("u", t("u", "u"), ["uncordon", "node"]);

test("only journals of the cluster that is gone are forgotten, and none that changed the VM itself", async () => {
  journal("a", "gone", {}, uncordon);
  journal("b", "other", {}, uncordon);
  journal("c", "gone", {}, vm("v", t("v", "v"), ["rm", "file"]));
  expect(await forgetCluster(at("ssh://vm").effects, "gone", root)).toEqual([]);
  expect(await forgetCluster(at("local").effects, "gone", root)).toEqual(["a"]);
  expect(readdirSync(journals).sort()).toEqual(["b.jsonl", "c.jsonl"]);
});

test("over ssh the run's folders are removed on the VM, and the kubeconfig of the run", async () => {
  const pinned = ".labbook/pinned.gone/1-abc";
  journal("a", "gone", { transport: "ssh://vm", pinned }, uncordon);
  const { vm, effects } = at("ssh://vm");
  expect(await forgetCluster(effects, "gone", root)).toEqual(["a"]);
  expect(vm.asked.map(({ argv }) => argv.join(" "))).toEqual([
    `rm -rf -- ${pinned}`,
    "rm -rf .labbook/scratch/a .labbook/files/a",
  ]);
  expect(readdirSync(journals)).toEqual([]);
});

test("a cluster of the same name in another docker is another cluster", async () => {
  journal("a", "gone", { dockerHost: "unix:///run/other.sock" }, uncordon);
  expect(await forgetCluster(at("local").effects, "gone", root)).toEqual([]);
  expect(await forgetCluster(at("local", "unix:///run/other.sock").effects, "gone", root)).toEqual(["a"]);
});

test("of an undo on VM and nodes the VM's part stays, in a journal that needs no cluster", async () => {
  const place = { id: "registry", container: "r", host: "r:5000", run: "d", nodes: ["n1", "n2"] };
  const both = registryUndo(place);
  journal("d", "gone", { clusterUid: "uid-1" }, ...both.steps);
  expect(await forgetCluster(at("local").effects, "gone", root)).toEqual([]);
  const [left] = unfinished(root);
  expect(left?.head).not.toHaveProperty("cluster");
  expect(left?.head).not.toHaveProperty("clusterUid");
  expect(left?.pending.flatMap(({ undo }) => undo.steps.map(({ kind }) => kind))).toEqual(["vm"]);
  expect(readFileSync(join(journals, "d.jsonl"), "utf8")).toContain("docker rm --force");
});
