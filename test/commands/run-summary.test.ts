import { expect, test } from "vitest";
import { summary } from "../../data-loaders/commands/run-summary.js";
import { recordedRun } from "../support/evidence.js";

test("a run ends by saying how many predictions were decided, and what kept the others open", () => {
  const { run } = recordedRun((one) => {
    one.verdicts = ["CONFIRMED", "REFUTED", "INCONCLUSIVE", "NOT_RUN", "INCONCLUSIVE"].map(
      (verdict, index) => ({
        ...one.verdicts[0]!,
        ...{ prediction: `p${index}`, verdict: verdict as "CONFIRMED" },
        explanation:
          index === 3 ? "there is no cluster" : index === 1 ? "expected 1, got 2" : "step ls is FAILED",
      }),
    );
  });
  const lines = summary(run).split("\n");
  const at = lines.findIndex((line) => line.includes("decided"));
  expect(lines.slice(at, at + 3)).toEqual([
    "  decided   2 of 5 predictions; open:",
    "    2 × step ls is FAILED",
    "    1 × there is no cluster",
  ]);
  expect(lines).toContain("    REFUTED p1: expected 1, got 2");
});
