import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commandLine } from "../../src/components/format.js";
import { proofOf } from "../../src/components/proof.js";
import { digestRun, LONGEST_COMMAND } from "../../src/components/run-digest.js";
import type { RunDocument } from "../../src/model/run.js";

const runs = readdirSync("src/evidence", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(`src/evidence/${name}/run.json`, "utf8")) as RunDocument);

it.each(runs.map((run) => [run.chapter, run] as const))(
  "%s: every value that the page shows at first has the proof that the whole run has",
  (_, run) => {
    const digest = digestRun(run);
    const cited = run.predictions.flatMap(({ id, claim }) => [
      ...claim.of,
      ...Object.keys(run.verdicts.find(({ prediction }) => prediction === id)?.observed ?? {}),
    ]);
    expect(cited.length).toBeGreaterThan(0);
    for (const ref of cited) expect(proofOf(digest, ref)).toEqual(proofOf(run, ref));
    expect(digest.verdicts).toEqual(run.verdicts);
    expect(digest.steps.map(({ id }) => id)).toEqual(run.steps.map(({ id }) => id));
    for (const [index, { stdin: _in, stdout, stderr: _err, ...step }] of run.steps.entries()) {
      const script = commandLine(step.argv).length > LONGEST_COMMAND;
      expect(digest.steps[index]).toEqual({
        ...step,
        ...(script && { argv: [], script }),
        ...(step.kind === "diagnose" && { stdout }),
      });
    }
    expect(JSON.stringify(digest).length).toBeLessThan(JSON.stringify(run).length);
  },
);
