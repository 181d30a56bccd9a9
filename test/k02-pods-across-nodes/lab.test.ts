import { expect, test } from "vitest";
import lab from "../../labs/k02-pods-across-nodes/lab.js";

/** kindnet's time from one look at the routes to the next, in seconds. */
const BEAT = 10;

test("each loss begins before the next repair's time, also on a slow machine: only short pauses come before it", () => {
  const steps = lab.cases.find(({ id }) => id === "lost")!.steps;
  const at = (id: string) => steps.findIndex((step) => step.id === id);
  for (const [back, lose] of [
    ["back-1", "lose-2"],
    ["back-2", "lose-3"],
  ] as const) {
    expect(at(back)).toBeGreaterThan(-1);
    expect(at(lose)).toBeGreaterThan(at(back));
    const between = steps.slice(at(back) + 1, at(lose));
    expect(between.map(({ kind }) => kind).filter((kind) => kind !== "pause")).toEqual([]);
    const seconds = between.reduce((sum, step) => sum + (step.kind === "pause" ? step.seconds : 0), 0);
    expect(seconds).toBeLessThanOrEqual(BEAT / 3);
  }
});
