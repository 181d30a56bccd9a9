import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadAll } from "../../data-loaders/labs.js";
import { canonical } from "../../src/model/hash.js";
import { observe, type Raw } from "../../src/model/observe.js";
import { judge } from "../../src/model/predictions/judge.js";
import type { RunDocument, StepRecord } from "../../src/model/run.js";
import { LAYOUTS, type Layout, laidOutBytes } from "../support/layouts.js";
import { toldByChain } from "../support/told.js";

const EVIDENCE = "src/evidence";
const chapters = readdirSync(EVIDENCE).filter((name) => existsSync(join(EVIDENCE, name, "run.json")));

const labs = new Map((await loadAll()).map(({ lab }) => [lab.id, lab]));

describe.each(chapters)("G16: the evidence of %s in other layouts", (chapter) => {
  const recorded = JSON.parse(readFileSync(join(EVIDENCE, chapter, "run.json"), "utf8")) as RunDocument;
  // today's sheet reads it: what is recorded may have been read by an earlier one
  const { observations, predictions } = labs.get(chapter)!;
  const run = { ...recorded, recipes: observations, predictions };
  const stored: Raw = (sha256) => {
    const file = join(EVIDENCE, chapter, "raw", sha256);
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  };
  // lines that an application logged are compared byte for byte: their layout is what is observed
  const logs = new Set(run.steps.filter(isLog).map(({ stdout }) => stdout?.sha256));
  const changed =
    (layout: Layout): Raw =>
    (sha256) => {
      const bytes = stored(sha256);
      return bytes && !logs.has(sha256) ? laidOutBytes(bytes, layout) : bytes;
    };
  const seenIn = (raw: Raw) => {
    const seen = observe(run, raw);
    return {
      observations: Object.fromEntries(
        Object.entries(seen.observations).map(([name, { value, missing }]) => [
          name,
          value === undefined ? { missing } : canonical(value),
        ]),
      ),
      chains: seen.chains.map(toldByChain),
      verdicts: judge(run.predictions, { ...seen, steps: run.steps }).map((one) => [
        one.prediction,
        one.verdict,
      ]),
    };
  };
  const expected = seenIn(stored);

  it.each(LAYOUTS)("reads the same observations, chains and verdicts: %s", { timeout: 60_000 }, (layout) => {
    expect(seenIn(changed(layout))).toEqual(expected);
  });
});

function isLog({ argv }: StepRecord): boolean {
  return argv.includes("logs") || argv.some((word) => word.endsWith(".log"));
}
