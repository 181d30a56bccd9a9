// @vitest-environment jsdom
/** A reader is offered only comparisons that make sense for a value, and no name has to be typed; yet whoever is right can say so. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { kindsOf, operandKindsFor, operatorsFor } from "../../../src/components/predict/fields.js";
import { questionForm } from "../../../src/components/predict/form.js";
import { proofOf } from "../../../src/components/proof.js";
import type { RunDocument, Value } from "../../../src/model/run.js";

const offered = (...values: Value[]) =>
  operatorsFor({ of: values.map((_, index) => `v${index}`), ...kindsOf(values) });

test.each<[string, Value[], string[]]>([
  ["a number", [42.5], ["equals", "between", "within", "absent"]],
  ["a number in text, such as a PID", ["1"], ["equals", "between", "within", "absent"]],
  ["a text", ["Ready"], ["equals", "contains", "matches", "absent"]],
  ["a text of several lines", [" a\nb "], ["equals", "contains", "matches", "absent"]],
  ["yes or no", [true], ["equals", "absent"]],
  ["a list", [["lo"]], ["equals", "sameSet", "contains", "count", "matches", "absent"]],
  ["an address", ["10.244.1.2"], ["equals", "contains", "matches", "inCIDR", "absent"]],
  [
    "addresses",
    [["10.244.1.2", "fd00::2"]],
    ["equals", "sameSet", "contains", "count", "matches", "inCIDR", "absent"],
  ],
  ["an object", [{ a: 1 }], ["equals", "contains", "matches", "absent"]],
  ["two numbers", [1, 2], ["unchanged", "changed", "before", "absent"]],
  [
    "two times",
    ["2026-11-30T10:00:00Z", "2026-11-30T10:00:01.5Z"],
    ["unchanged", "changed", "before", "absent"],
  ],
  ["two texts", ["a", "b"], ["unchanged", "changed", "absent"]],
  ["a text and a list", ["a", ["b"]], ["unchanged", "changed", "before", "absent"]],
])("of %s", (_, values, wanted) => {
  expect(offered(...values)).toEqual(wanted);
});

describe("the right-hand side", () => {
  it("is of the value's kind", () => {
    expect(operandKindsFor("equals", { of: ["a"], kind: "number" })).toEqual(["number", "observed"]);
    expect(operandKindsFor("equals", { of: ["a"], kind: "boolean" })).toEqual(["boolean"]);
    expect(operandKindsFor("contains", { of: ["a"], kind: "list" })).toEqual(["text", "observed"]);
    expect(operandKindsFor("count", { of: ["a"], kind: "list" })).toEqual(["number"]);
  });

  it("is chosen among observations by how they are observed, never typed; without any, it is not offered", () => {
    const form = (others: [string, string][]) =>
      questionForm({
        id: "x",
        subject: { of: ["a"], kind: "text" },
        fields: { op: "equals", kind: "observed" },
        lang: "en",
        others,
        labelledBy: "y",
        onSubmit() {},
        onShow() {},
        onInput() {},
      }).element;
    const control = form([["b", "a value that the step “Hash it” prints"]]).elements.namedItem("value");
    expect(control).toBeInstanceOf(HTMLSelectElement);
    expect((control as HTMLSelectElement).options[1]!.textContent).toBe(
      "a value that the step “Hash it” prints · b",
    );
    const alone = form([]);
    expect((alone.elements.namedItem("kind") as HTMLInputElement).type).toBe("hidden");
    expect((alone.elements.namedItem("value") as HTMLInputElement).type).toBe("text");
  });
});

test.each(readdirSync("src/evidence").filter((id) => /^[cek]\d\d$/.test(id)))(
  "%s: what the author said can be said, in that way or in one that means the same",
  (id) => {
    const run = JSON.parse(readFileSync(`src/evidence/${id}/run.json`, "utf8")) as RunDocument;
    for (const { id: prediction, claim } of run.predictions) {
      const values = claim.of.flatMap((ref) => {
        const proof = proofOf(run, ref);
        return "value" in proof ? [proof.value] : [];
      });
      const subject = { of: claim.of, ...(values.length === claim.of.length && kindsOf(values)) };
      // so many of a number is that number
      const op = claim.op === "count" && subject.kind === "number" ? "equals" : claim.op;
      expect(operatorsFor(subject), `${prediction}: ${JSON.stringify(values).slice(0, 200)}`).toContain(op);
    }
  },
);
