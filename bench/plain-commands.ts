import { execa } from "execa";
import { probeEnvironment } from "../data-loaders/environment/probe.js";
import { runLab } from "../data-loaders/run/run-lab.js";
import { openSession } from "../data-loaders/session.js";
import { defineLab, t, vm } from "../labs/vocabulary/index.js";
import { median, ratioLine } from "./stopwatch.js";

/** A lab of 20 plain commands against a shell script doing the same. */
export async function plainCommands(): Promise<string[]> {
  const session = openSession({ on: "local", color: false });
  const quiet = { ...session, log: { info: () => {}, warn: () => {} } };
  const environment = await probeEnvironment("linux", session);
  const command = ["sh", "-c", "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo $i"];
  const lab = defineLab({
    id: "c99",
    title: t("Bench", "基准"),
    question: t("How much does the engine add?", "引擎增加多少开销？"),
    environment: "linux",
    needs: [],
    predictions: [],
    cases: [
      {
        id: "plain",
        kind: "normal",
        title: t("Plain commands", "普通命令"),
        steps: Array.from({ length: 20 }, (_, i) => vm(`step${i}`, t("Step", "步骤"), command)),
      },
    ],
  });
  const script = Array.from({ length: 20 }, () => `sh -c '${command[2]}'`).join("\n");
  const signal = new AbortController().signal;
  const engine = () => runLab({ ...quiet, lab, folder: "c00-process-isolation", environment, signal });
  const stepsAlone: number[] = [];
  const whole = await median(5, async () => {
    const { run } = await engine();
    stepsAlone.push(run.steps.reduce((sum, step) => sum + (step.durationMs ?? 0), 0));
  });
  const shell = await median(5, () => execa("sh", ["-c", script]));
  return [
    ratioLine("run of 20 commands, from seal to judgement", whole, "the same in a shell script", shell, 1.05),
    `its steps alone: ${stepsAlone.sort((a, b) => a - b)[2]} ms; the rest is inventory, hashing, reading and judging`,
  ];
}
