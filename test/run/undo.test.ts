import { expect, test } from "vitest";
import type { CommandRequest, CommandResult } from "../../data-loaders/effects.js";
import { systemClock } from "../../data-loaders/environment/transport/clock.js";
import type { RunContext } from "../../data-loaders/run/context.js";
import { namespaceStep } from "../../data-loaders/run/namespace.js";
import { createOutputs } from "../../data-loaders/run/outputs.js";
import { undoAll } from "../../data-loaders/run/undo.js";
import { kubectl, t } from "../../labs/vocabulary/index.js";
import type { Undo } from "../../labs/vocabulary/lab.js";

const x = t("x", "x");
const REFUSED = "The connection to the server 127.0.0.1:6443 was refused - did you specify the right host?";
type Answer = { exitCode: number; stdout?: string; stderr?: string };

/** Takes one undo against a kubectl that answers as told. Returns what is still pending, and what was asked. */
async function taken(undo: Undo, answer: (argv: string[]) => Answer) {
  let pending = [{ id: "u", undo }];
  const asked: string[][] = [];
  const run = async ({ argv }: CommandRequest) => {
    asked.push(argv);
    const { exitCode, stdout = "", stderr = "" } = answer(argv);
    const [out, err] = [stdout, stderr].map((text) => new TextEncoder().encode(text));
    const lengths = { stdoutBytes: out!.length, stderrBytes: err!.length };
    return { argv, exitCode, stdout: out, stderr: err, ...lengths, startedAt: "", durationMs: 1 };
  };
  let now = 0;
  const context = {
    transport: { name: "fake", run: run as unknown as (r: CommandRequest) => Promise<CommandResult> },
    clock: {
      ...systemClock,
      monotonic: () => now,
      sleep: async () => {
        now += 30_000;
      },
    },
    log: { info: () => {}, warn: () => {} },
    outputs: createOutputs(),
    cluster: { kubeconfig: "k", nodes: [], name: "lab" },
    namespace: "labbook-c97",
    journal: {
      pending: () => [...pending],
      undone: () => {
        pending = [];
      },
    },
  } as unknown as RunContext;
  const records = await undoAll(context);
  return { pending, asked, records };
}

const namespaceUndo = namespaceStep("labbook-c97", "20260301T100000000Z-c97-abcd").undo!;

test("a server that does not answer does not prove that the Namespace is gone", async () => {
  const down = await taken(namespaceUndo, () => ({ exitCode: 1, stderr: REFUSED }));
  expect(down.pending).toHaveLength(1);
  const there = await taken(namespaceUndo, () => ({ exitCode: 0, stdout: "namespace/labbook-c97\n" }));
  expect(there.pending).toHaveLength(1);
  const gone = await taken(namespaceUndo, () => ({ exitCode: 0, stderr: "No resources found" }));
  expect(gone.pending).toEqual([]);
});

test("only a Namespace that bears this run's label is removed, never one of that name", async () => {
  const { asked } = await taken(namespaceUndo, () => ({ exitCode: 0 }));
  for (const argv of asked) {
    expect(argv).toContain("labbook.dev/run=20260301t100000000z-c97-abcd");
    expect(argv.filter((word) => word === "labbook-c97")).toHaveLength(1); // the --namespace of every call
  }
});

test("a lab's proof that expects exit 1 holds for NotFound only", async () => {
  const proof = kubectl("gone", x, ["get", "pod", "web"], { expectExit: [1], timeoutSeconds: 20 });
  const undo = { title: x, steps: [], proof: [proof] };
  const down = await taken(undo, () => ({ exitCode: 1, stderr: REFUSED }));
  expect(down.pending).toHaveLength(1);
  expect(down.records.at(-1)).toMatchObject({ status: "FAILED" });
  const notFound = 'Error from server (NotFound): pods "web" not found';
  expect((await taken(undo, () => ({ exitCode: 1, stderr: notFound }))).pending).toEqual([]);
});
