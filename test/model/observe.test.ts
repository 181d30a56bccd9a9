import { describe, expect, test } from "vitest";
import { count, equals, predict, t } from "../../labs/vocabulary/index.js";
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
