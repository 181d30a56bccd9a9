import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { killPause } from "../../labs/k10-pause-container/kill-pause.js";
import type { Step } from "../../labs/vocabulary/lab.js";

const ID = "5afe".repeat(16);
const tools = ["pgrep", "ps"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
if (!tools) console.log("NOT_RUN: the undo of killing pause: pgrep and ps of procps are needed");

test.skipIf(!tools)(
  "the undo spares a shim whose pause runs, ends one that has nothing left, and says which it is",
  async () => {
    const below =
      'const p = require("child_process").spawn("sleep", ["60"]); console.log(p.pid); setInterval(() => {}, 9e9)';
    const shim = spawn(process.execPath, ["-e", below, "--", "-namespace", "k8s.io", "-id", ID], {
      argv0: "/usr/local/bin/containerd-shim-runc-v2",
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const [pause] = String(await once(shim.stdout, "data"))
        .trim()
        .split("\n");
      const say = (step: Step) => said(step, pause!);
      const [end] = killPause.undo!.steps;
      const [proof] = killPause.undo!.proof;
      expect([say(end!), say(proof!)]).toEqual(["whole", "whole"]);
      const ended = once(shim, "exit");
      process.kill(Number(pause), "SIGKILL");
      await expect.poll(() => say(proof!)).toBe("left");
      say(end!);
      expect((await ended)[1]).toBe("SIGTERM");
      expect([say(end!), say(proof!)]).toEqual(["gone", "gone"]);
    } finally {
      shim.kill("SIGKILL");
    }
  },
);

/** What the step prints here, with the sandbox's ID and its process filled in. */
function said(step: Step, pause: string): string {
  const inner = step.kind === "until" ? step.step : step;
  if (inner.kind !== "node") throw new Error(`${inner.id} is no command on a node`);
  const argv = inner.argv.map((word) =>
    word.replace("{{normal/sandbox.id}}", ID).replace("{{normal/sandbox.pid.node}}", pause),
  );
  return spawnSync(argv[0]!, argv.slice(1), { encoding: "utf8" }).stdout.trim();
}
