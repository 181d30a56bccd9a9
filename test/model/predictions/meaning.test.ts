import { describe, expect, test } from "vitest";
import { judge } from "../../../src/model/predictions/judge.js";
import { numeric, same, typed } from "../../../src/model/predictions/operators/meaning.js";
import type { Claim } from "../../../src/model/predictions/types.js";
import type { Value } from "../../../src/model/run.js";

describe("values are compared by what they mean", () => {
  const alike: [Value, Value][] = [
    [1, "1"],
    [1, ["1"]],
    [1, [1]],
    ["lo", ["lo"]],
    [10, "10.0"],
    [1, "１"],
    [" 5 ", 5],
    [0, "-0"],
    [1500, "1.5e3"],
    [0.005, "0.0050"],
    [
      ["a", "1"],
      ["a", 1],
    ],
    [
      { a: 1, b: 2 },
      { b: "2", a: 1 },
    ],
  ];
  for (const [a, b] of alike)
    test(`${JSON.stringify(a)} is ${JSON.stringify(b)}`, () => {
      expect(same(a, b)).toBe(true);
      expect(same(b, a)).toBe(true);
    });

  const different: [Value, Value][] = [
    [1, "one"],
    [1, "0x1"],
    [1, ""],
    [1, " "],
    [755, "0755"],
    ["1.10", "1.1"],
    [1, true],
    ["true", true],
    [0, null],
    [1, ["1", "1"]],
    ["lo", ["lo", "eth0"]],
    [
      ["a", "b"],
      ["b", "a"],
    ],
    [[], null],
    ["9007199254740993", 9007199254740992],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ toString: 1 }, { b: 1 }],
  ];
  for (const [a, b] of different)
    test(`${JSON.stringify(a)} is not ${JSON.stringify(b)}`, () => {
      expect(same(a, b)).toBe(false);
      expect(same(b, a)).toBe(false);
    });

  test("a quantity may begin with zeros, be alone in a list, and is not hexadecimal", () => {
    expect(
      ["05.120", ["7"], " 3 ", ".5", "0x1", "", [], ["1", "2"], null].map((v) => numeric(v as Value)),
    ).toEqual([5.12, 7, 3, 0.5, ...Array(5).fill(undefined)]);
  });

  test("a comparison that fails names what both sides were read as", () => {
    const claim: Claim = { op: "equals", of: ["pid"], to: { literal: 1 } };
    const source = { step: "s", stream: "stdout" as const };
    const of = (value: Value) =>
      judge([{ id: "p", case: "c", text: { en: "", zh: "" }, claim }], {
        observations: { pid: { value, source } },
        chains: [],
        steps: [],
      })[0]!;
    expect(of("1").verdict).toBe("CONFIRMED");
    expect(of("one").explanation).toBe("expected 1 (number), got one (text)");
    expect(of(["1", "2"]).explanation).toBe('expected 1 (number), got ["1","2"] (list)');
    expect(typed(true)).toBe("true (yes or no)");
  });
});
