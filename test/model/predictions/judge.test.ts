import { describe, expect, test } from "vitest";
import * as say from "../../../labs/vocabulary/predictions.js";
import { t } from "../../../labs/vocabulary/text.js";
import { judge } from "../../../src/model/predictions/judge.js";
import type { Observation } from "../../../src/model/run.js";

const source = { step: "s", stream: "stdout" as const };
const seen = (values: Record<string, unknown>) => ({
  chains: [],
  steps: [],
  observations: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, source } as Observation]),
  ),
});
const verdict = (claim: ReturnType<typeof say.equals>, values: Record<string, unknown>) =>
  judge([say.predict("p", "c", t("x", "x"), claim)], seen(values))[0]!;

describe("operators", () => {
  const cases: [string, ReturnType<typeof say.equals>, Record<string, unknown>, string][] = [
    ["equals a literal", say.equals("a", 1), { a: 1 }, "CONFIRMED"],
    ["equals goes by what a value means: text", say.equals("a", 1), { a: "1" }, "CONFIRMED"],
    ["equals goes by what a value means: a list of one", say.equals("a", "lo"), { a: ["lo"] }, "CONFIRMED"],
    ["equals another observation", say.equals("a", say.observed("b")), { a: "x", b: "x" }, "CONFIRMED"],
    ["equals compares lists deeply", say.equals("a", ["lo"]), { a: ["lo", "eth0"] }, "REFUTED"],
    ["changed", say.changed("a", "b"), { a: 1, b: 2 }, "CONFIRMED"],
    ["changed needs every pair to differ", say.changed("a", "b", "c"), { a: 1, b: 2, c: 1 }, "REFUTED"],
    ["unchanged", say.unchanged("a", "b"), { a: "x", b: "x" }, "CONFIRMED"],
    ["same namespace", say.sameNamespace("net", "p", "q"), { "p.ns.net": "1", "q.ns.net": "1" }, "CONFIRMED"],
    [
      "different namespace",
      say.differentNamespace("pid", "p", "q"),
      { "p.ns.pid": "1", "q.ns.pid": "1" },
      "REFUTED",
    ],
    ["within, at the edge", say.within("a", 10, 0.5, "s"), { a: 10.5 }, "CONFIRMED"],
    ["within, just outside", say.within("a", 10, 0.5, "s"), { a: 10.6 }, "REFUTED"],
    ["between, open above", say.between("a", 3, undefined), { a: 3 }, "CONFIRMED"],
    ["between, below", say.between("a", 3, undefined), { a: 2 }, "REFUTED"],
    ["before, by number", say.before("a", "b"), { a: 1, b: 1 }, "REFUTED"],
    [
      "before, by every digit of a time, across zones (G06)",
      say.before("a", "b"),
      { a: "2026-03-01T18:00:04.999999999+08:00", b: "2026-03-01T10:00:05.000001Z" },
      "CONFIRMED",
    ],
    ["in CIDR", say.inCIDR("a", "10.244.1.0/24"), { a: "10.244.1.7" }, "CONFIRMED"],
    ["not in CIDR", say.inCIDR("a", "10.244.1.0/24"), { a: "10.244.2.7" }, "REFUTED"],
    ["in CIDR, both families", say.inCIDR("a", "fd00::/16"), { a: "10.244.2.7" }, "REFUTED"],
    ["matches", say.matches("a", /no such/), { a: "no such file" }, "CONFIRMED"],
    ["contains an element", say.contains("a", "x"), { a: ["x", "y"] }, "CONFIRMED"],
    ["contains all of a list", say.contains("a", ["y", "x"]), { a: ["x", "y", "z"] }, "CONFIRMED"],
    ["lacks one of a list", say.contains("a", ["x", "q"]), { a: ["x", "y"] }, "REFUTED"],
    ["nothing to look for", say.contains("a", []), { a: ["x", "y"] }, "INCONCLUSIVE"],
    ["every text matches", say.matches("a", /^10\./), { a: ["10.1", "10.2"] }, "CONFIRMED"],
    ["one text does not match", say.matches("a", /^10\./), { a: ["10.1", "fd00::"] }, "REFUTED"],
    ["no text to match", say.matches("a", /^10\./), { a: [] }, "INCONCLUSIVE"],
    ["count of a list", say.count("a", 2), { a: ["x"] }, "REFUTED"],
    ["absent is refuted by a value", say.absent("a"), { a: 0 }, "REFUTED"],
  ];
  test.each(cases)("%s", (_name, claim, values, expected) => {
    expect(verdict(claim, values).verdict).toBe(expected);
  });

  test("values that do not fit an operator are INCONCLUSIVE, never a verdict on the prediction", () => {
    expect(verdict(say.between("a", 1, 2), { a: "soon" }).verdict).toBe("INCONCLUSIVE");
    expect(verdict(say.inCIDR("a", "10.0.0.0/8"), { a: "nowhere" }).verdict).toBe("INCONCLUSIVE");
    expect(verdict(say.before("a", "b"), { a: "yesterday", b: "today" }).verdict).toBe("INCONCLUSIVE");
    expect(verdict(say.inCIDR("a", "10.0.0.0/8"), { a: [] }).verdict).toBe("INCONCLUSIVE");
    for (const zero of ["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"]) {
      expect(verdict(say.before("a", "b"), { a: zero, b: "2026-03-01T10:00:00Z" }).verdict).toBe(
        "INCONCLUSIVE",
      );
    }
  });
});

describe("missing values", () => {
  const with_ = (observation: Observation) => ({ chains: [], steps: [], observations: { a: observation } });
  const judged = (claim: ReturnType<typeof say.equals>, observation: Observation) =>
    judge([say.predict("p", "c", t("x", "x"), claim)], with_(observation))[0]!;

  test("NOT_RUN stays NOT_RUN with its reason and without a value", () => {
    const v = judged(say.equals("a", 1), { missing: "NOT_RUN", reason: "crictl is missing" });
    expect(v).toMatchObject({ verdict: "NOT_RUN", observed: {}, explanation: "crictl is missing" });
  });
  test("a failed step proves neither presence nor absence", () => {
    for (const missing of ["FAILED", "BLOCKED"] as const) {
      const gone: Observation = { missing, reason: "kubectl exited 1" };
      expect(judged(say.equals("a", 1), gone).verdict).toBe("INCONCLUSIVE");
      expect(judged(say.absent("a"), gone).verdict).toBe("INCONCLUSIVE");
    }
  });
  test("absent is confirmed only by having looked in complete output", () => {
    expect(judged(say.absent("a"), { missing: "NOT_FOUND", reason: "nothing at $.x" }).verdict).toBe(
      "CONFIRMED",
    );
    expect(judged(say.absent("a"), { missing: "NOT_RUN", reason: "no cluster" }).verdict).toBe("NOT_RUN");
  });
  test("a name that nothing observed is INCONCLUSIVE", () => {
    expect(judged(say.equals("b", 1), { value: 1, source }).verdict).toBe("INCONCLUSIVE");
  });
});
