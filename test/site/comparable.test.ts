import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { forComparison } from "../../data-loaders/site/comparable.js";
import { compareRuns } from "../../src/model/compare/index.js";
import type { RunDocument } from "../../src/model/run.js";
import { laterRun, recordedRun } from "../support/evidence.js";

const root = "src/evidence";
const chapters = readdirSync(root).filter((name) => existsSync(join(root, name, "run.json")));

it("leaves what a comparison says as it is", () => {
  const { run: a } = recordedRun();
  const { run: b } = laterRun(2, (run) => {
    const name = Object.keys(run.observations)[0]!;
    Object.assign(run.observations[name]!, { value: "another" });
    Object.assign(run.verdicts[0]!, { verdict: "REFUTED" });
    run.environment.vm.kernel = "6.99.0";
  });
  const whole = compareRuns(a, b);
  expect(compareRuns(forComparison(a), forComparison(b))).toEqual(whole);
  expect(whole.verdicts[0]!.change).toBe("refuted");
  expect(whole.observations.length).toBeGreaterThan(0);
});

it("tells another long command, and takes one with other IDs for the same", () => {
  const argvOf = (...argv: string[]) =>
    forComparison({ ...recordedRun().run, steps: [{ ...recordedRun().run.steps[0]!, argv }] }).steps[0]!.argv;
  const script = (id: string, word = "cat") =>
    `${"echo a line of a script; ".repeat(20)} ${word} /proc/${id}/status`;
  expect(argvOf("sh", "-c", script("1234"))).toEqual(argvOf("sh", "-c", script("99")));
  expect(argvOf("sh", "-c", script("1234"))).not.toEqual(argvOf("sh", "-c", script("1234", "head")));
  expect(argvOf("cat", "/proc/1234/status")).toEqual(["cat", "/proc/1234/status"]);
});

describe.each(chapters)("%s", (chapter) => {
  it("is light enough for two of them on one page", () => {
    const run = JSON.parse(readFileSync(join(root, chapter, "run.json"), "utf8")) as RunDocument;
    // what the page is without its runs weighs about 55 KiB
    expect(gzipSync(JSON.stringify(forComparison(run))).length).toBeLessThan(32 * 1024);
  });
});
