import { expect, test } from "vitest";
import { countSteps } from "../../data-loaders/run/count-steps.js";
import { chain, t, vm } from "../../labs/vocabulary/index.js";
import type { Case } from "../../labs/vocabulary/lab.js";
import type { StepRecord } from "../../src/model/run.js";

const x = t("x", "x");
const cases: Case[] = [
  { id: "a", kind: "normal", title: x, steps: [vm("one", x, ["true"]), chain("plain", x, "probe")] },
  { id: "b", kind: "normal", title: x, steps: [vm("two", x, ["true"])] },
];
const records = (...ids: string[]) => ids.map((id) => ({ id }) as StepRecord);

test.each([
  [[], "1/3"],
  [["namespace"], "1/3"],
  [["namespace", "one"], "2/3"],
  [
    ["namespace", "one", "plain.1.pod-first", "plain.1.vm", "plain.1.node", "plain.1.pod-last", "plain"],
    "3/3",
  ],
])("after the records %j the next step is %s", (ids, expected) => {
  expect(countSteps(cases, records(...ids))).toBe(expected);
});
