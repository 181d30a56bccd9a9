import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import type { RunDocument } from "../src/model/run.js";
import { copyProject } from "../test/support/project.js";
import { alternately, middle, ratioLine } from "./stopwatch.js";

const COMMANDS = 20;
const GOAL = 1.05;
const EVIDENCE = "src/evidence";

/** What labs are made of takes about as long as recorded; shorter commands show what each one costs. */
const lengths = () => [
  { id: "c98", words: "that wait 0.3 s each, about as long as one docker exec", command: "sleep 0.3" },
  {
    id: "c99",
    words: "that count to 60000 in a shell each",
    command: "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo $i",
  },
  typical(),
];

/**
 * `./lab run` of a lab of 20 plain commands, from the command's start to recorded evidence, against a shell script doing
 * the same. Turn and turn about, so that a busy moment of the machine meets both.
 */
export async function plainCommands(): Promise<string[]> {
  const compared = lengths();
  const project = copyProject((root) => {
    for (const { id, command } of compared) {
      mkdirSync(join(root, `labs/${id}-bench`));
      writeFileSync(join(root, `labs/${id}-bench/lab.ts`), sheet(id, command));
    }
  });
  const lines: string[] = [];
  try {
    for (const { id, words, command } of compared) {
      const steps: number[] = [];
      const lab = async () => {
        const { stdout } = await execa("./lab", ["--json", "run", id], { cwd: project.root });
        const [run] = JSON.parse(stdout) as {
          steps: { durationMs: number; status: string }[];
          status: string;
        }[];
        if (run?.status !== "COMPLETE")
          throw new Error(`expected a COMPLETE run of ${id}, got ${run?.status}`);
        steps.push(run.steps.reduce((sum, step) => sum + step.durationMs, 0));
      };
      await lab(); // bundles the command
      steps.length = 0;
      const script = Array.from({ length: COMMANDS }, () => `sh -c '${command}'`).join("\n");
      const [whole, shell] = await alternately(5, lab, () => execa("sh", ["-c", script]));
      const alone = middle(steps);
      lines.push(
        ratioLine(`lab run, ${COMMANDS} commands ${words}`, whole, "the same in a shell script", shell, GOAL),
        `  of it the steps themselves ${alone} ms (ratio ${(alone / shell).toFixed(2)}); the command's start, probes, inventories, hashing, reading, judging and landing ${(whole - alone).toFixed(0)} ms`,
      );
    }
  } finally {
    project.remove();
  }
  return lines;
}

/** As long as the command in the middle of those that the recorded evidence took. */
function typical() {
  const kinds = ["vm", "node", "pod", "kubectl"];
  const taken = readdirSync(EVIDENCE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => JSON.parse(readFileSync(join(EVIDENCE, name, "run.json"), "utf8")) as RunDocument)
    .flatMap(({ steps }) => steps.filter(({ kind, status }) => kinds.includes(kind) && status === "OK"))
    .map(({ durationMs }) => durationMs ?? 0);
  const seconds = (middle(taken) / 1000).toFixed(2);
  return {
    id: "c97",
    words: `that wait ${seconds} s each, the median of ${taken.length} commands in the recorded evidence`,
    command: `sleep ${seconds}`,
  };
}

function sheet(id: string, command: string): string {
  return `import { defineLab, t, vm } from "../vocabulary/index.js";

export default defineLab({
  id: "${id}",
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
      steps: Array.from({ length: ${COMMANDS} }, (_, i) =>
        vm(\`step\${i}\`, t("Step", "步骤"), ["sh", "-c", ${JSON.stringify(command)}]),
      ),
    },
  ],
});
`;
}
