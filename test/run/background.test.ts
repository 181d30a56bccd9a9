import { spawn, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { endMarked } from "../../data-loaders/run/execute/background.js";
import type { Step } from "../../labs/vocabulary/lab.js";

const linux = process.platform === "linux";

/** Runs a vm step's command here and gives its exit code. */
function run(step: Step | undefined): number | null {
  if (step?.kind !== "vm") throw new Error(`expected a vm step, got ${step?.kind}`);
  const [program = "", ...argv] = step.argv;
  return spawnSync(program, argv).status;
}

test.skipIf(!linux)("a background command whose lab was killed is found by its mark and ended", async () => {
  const mark = `LABBOOK_STEP=test-${process.pid}/sleeping`;
  const child = spawn("env", [mark, "sleep", "60"], { detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
  await new Promise((resolve) => child.on("spawn", resolve));
  const undo = endMarked("sleeping-process", undefined, mark);
  await expect.poll(() => run(undo.proof[0])).toBe(1);
  expect(run(undo.steps[0])).toBe(0);
  expect(await ended).toBe("SIGTERM");
  expect(run(undo.proof[0])).toBe(0);
});

test("in a node the mark is handed over as an argument, so nothing is filled into the script", () => {
  const undo = endMarked("monitor-process", "lab-worker", "LABBOOK_STEP=run/monitor");
  expect(undo.steps[0]).toMatchObject({ kind: "node", node: "lab-worker" });
  for (const step of [...undo.steps, ...undo.proof]) {
    if (step.kind !== "node") throw new Error(`expected a node step, got ${step.kind}`);
    expect(step.argv.at(-1)).toBe("LABBOOK_STEP=run/monitor");
    expect(step.argv.join(" ").match(/LABBOOK_STEP/g)).toHaveLength(1);
  }
});
