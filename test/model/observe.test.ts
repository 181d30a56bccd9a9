import { describe, expect, test } from "vitest";
import { absent, count, equals, predict, t } from "../../labs/vocabulary/index.js";
import * as read from "../../labs/vocabulary/readings.js";
import type { Recipe } from "../../src/model/extract/types.js";
import { observe } from "../../src/model/observe.js";
import { judge } from "../../src/model/predictions/judge.js";
import type { Claim } from "../../src/model/predictions/types.js";
import type { StepRecord } from "../../src/model/run.js";

/** What a claim comes to, when an OK step printed that; `full`: how long the output was before it was cut. */
function verdict(text: string, recipe: Recipe, claim: Claim, full?: number): string {
  const bytes = new TextEncoder().encode(text);
  const stdout = { sha256: "x", bytes: bytes.length, ...(full && { truncatedFrom: full }) };
  const steps = [{ id: "s", case: "a", status: "OK", exitCode: 0, stdout } as unknown as StepRecord];
  const seen = observe({ steps, recipes: { v: recipe }, timelineSpecs: [], chains: [] }, () => bytes);
  return judge([predict("p", "a", t("x", "x"), claim)], { ...seen, steps })[0]!.verdict;
}

describe("a truncated output", () => {
  test("proves no count, list, statistic or whole text", () => {
    expect(verdict("a\na\n", read.lines("s", "a"), count("v", 2))).toBe("CONFIRMED");
    expect(verdict("a\na\n", read.lines("s", "a"), count("v", 2), 99)).toBe("INCONCLUSIVE");
    expect(verdict("a\na\n", read.matchAll("s", "a"), count("v", 2), 99)).toBe("INCONCLUSIVE");
    expect(verdict("1\n2\n", read.samples("s", "(\\d+)", "max"), equals("v", 2), 99)).toBe("INCONCLUSIVE");
    expect(verdict("a", read.text("s"), equals("v", "a"), 99)).toBe("INCONCLUSIVE");
  });
  test("proves one match that ends before the cut, not one that may be half", () => {
    const pid = read.number("s", "pid=(\\d+)");
    expect(verdict("pid=12\n", pid, equals("v", 12), 99)).toBe("CONFIRMED");
    expect(verdict("pid=12", pid, equals("v", 12), 99)).toBe("INCONCLUSIVE");
  });
});

test("absence is not proven by output that cannot be read, nor by two values, nor by what is no number", () => {
  const path = read.json("s", "$.a[*]");
  expect(verdict('{"a":[]}', path, absent("v"))).toBe("CONFIRMED");
  expect(verdict('{"a":[1,2]}', path, absent("v"))).toBe("INCONCLUSIVE");
  expect(verdict("Unable to connect", path, absent("v"))).toBe("INCONCLUSIVE");
  expect(verdict("", path, absent("v"))).toBe("INCONCLUSIVE");
  expect(verdict("x=abc", read.number("s", "x=(.*)"), absent("v"))).toBe("INCONCLUSIVE");
});

test("text that is no number becomes neither 0 nor null in an observed column", () => {
  const all: Recipe = {
    from: "step",
    step: "s",
    extract: { kind: "match", pattern: "x=(.*)", all: true, as: "number" },
  };
  expect(verdict("x=abc\nx=1", all, count("v", 2))).toBe("INCONCLUSIVE");
  expect(verdict("x=1e999", read.number("s", "x=(.*)"), equals("v", 1))).toBe("INCONCLUSIVE");
  expect(verdict("x=\nx=5", read.samples("s", "x=(\\d*)", "min"), equals("v", 0))).toBe("INCONCLUSIVE");
});
