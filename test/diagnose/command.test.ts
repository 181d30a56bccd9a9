import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "../../data-loaders/commands/diagnose.js";
import type { Readings } from "../../src/model/diagnose/index.js";
import { labWorld } from "../environment/cluster/lab-world.js";

/** The recorded answers of a Pod's readings, on the invented cluster `lab`; the recorded node is its worker. */
function replay(name: string, secret = "") {
  const file = new URL(`../fixtures/diagnose/${name}.json`, import.meta.url);
  const text = readFileSync(file, "utf8").replaceAll("labbook-worker", "lab-worker");
  const { readings } = JSON.parse(text) as Readings;
  return labWorld({
    answers: (argv) => {
      // the recorded command has the cluster's own file, and the one that runs has the file of the proof
      const plain = (words: string[]) =>
        words.filter((word) => !/kubeconfig|\/pinned\./.test(word)).join(" ");
      const known = readings.find((one) => plain(one.argv) === plain(argv));
      if (!known) return undefined;
      const log = known.name.startsWith("log/") ? secret : "";
      return { exitCode: known.exitCode, stdout: known.stdout + log, stderr: known.stderr };
    },
  });
}

const options = { pod: "loopback", namespace: "labbook-c32" };

test("a Pod that does not work is a result: exit 0, with the first layer as text and as JSON", async () => {
  const { effects } = replay("loopback");
  expect(await diagnose(options, effects)).toBe(0);
  expect(effects.printed.join("")).toContain(
    "The first layer without proof is listening socket: it fails (loopback only).",
  );
  const second = replay("loopback");
  expect(await diagnose({ ...options, json: true }, second.effects)).toBe(0);
  const printed = JSON.parse(second.effects.printed.join(""));
  expect(printed.first).toMatchObject({ id: "listening", state: "fails", cause: "loopback only" });
  expect(printed.readings.map((one: { name: string }) => one.name)).toContain("sockets/app");
  expect(second.vm.changes).toEqual([]);
});

test("a secret in the Pod's log is masked before it is shown", async () => {
  const { effects } = replay("loopback", "authorization: Bearer abcdefgh12345678\nabcdefgh12345678 again\n");
  await diagnose({ ...options, json: true }, effects);
  expect(effects.printed.join("")).not.toContain("abcdefgh12345678");
  expect(effects.printed.join("")).toContain("[masked:");
});

test("any other cluster is refused, and no Pod is asked for", async () => {
  const { effects, vm } = labWorld({ uidInside: "another" });
  await expect(diagnose(options, effects)).rejects.toMatchObject({ exitCode: 8 });
  expect(vm.asked.map(({ argv }) => argv.join(" ")).filter((line) => /loopback/.test(line))).toEqual([]);
});

test("a Pod that is not there fails at the first layer, with the server's words", async () => {
  const { effects } = labWorld({
    answers: (argv) =>
      argv.includes("pod")
        ? { exitCode: 1, stderr: 'Error from server (NotFound): pods "web" not found' }
        : undefined,
  });
  expect(await diagnose({ pod: "web", namespace: "default" }, effects)).toBe(0);
  expect(effects.printed.join("")).toMatch(
    /NO {2}API object +fails \(no such Pod\)\n {6}pod: Error from server/,
  );
});
