import { expect, test } from "vitest";
import { derive } from "../../src/model/derive.js";
import type { Recipe } from "../../src/model/extract/types.js";
import type { Value } from "../../src/model/run.js";

type Derived = Recipe & { from: "derived" };

/** Derives one value from values given by name. */
function value(op: Derived["op"], given: Record<string, Value>) {
  return derive({ from: "derived", op, of: Object.keys(given) }, (ref) => ({ value: given[ref]! }));
}

const low = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7"];
const high = ["2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7"];

test("the greater list is named, whichever side it is on", () => {
  expect(value("rank", { near: low, far: high }).value).toBe("far is greater");
  expect(value("rank", { far: high, near: low }).value).toBe("far is greater");
  expect(value("rankP", { near: low, far: high }).value).toBeLessThan(0.01);
});

test("samples that overlap, or are too few, show no difference", () => {
  expect(value("rank", { a: low, b: low }).value).toBe("no difference is shown");
  expect(value("rankP", { a: low, b: low }).value).toBe(1);
  expect(value("rank", { a: ["1", "2"], b: ["8", "9"] }).value).toBe("too few samples");
});

test("a statistic takes numbers and lists of numbers", () => {
  expect(value("median", { a: 3, b: [1, "2"] }).value).toBe(2);
  expect(value("iqr", { a: [1, 2, 3, 4, 5] }).value).toBe(2);
  expect(value("min", { a: 3, b: 2 }).value).toBe(2);
  expect(value("max", { a: 3, b: 2 }).value).toBe(3);
});

test("what is no number is no sample, and an empty list has no median", () => {
  expect(value("median", { a: ["1", "x"] }).missing).toBe("FAILED");
  expect(value("median", { a: [] }).missing).toBe("FAILED");
  expect(value("median", { a: ["1", "Infinity"] }).missing).toBe("FAILED");
  expect(value("rank", { a: ["x"], b: ["1"] }).missing).toBe("FAILED");
});

test("a sample that was not observed leaves its reason", () => {
  const seen = derive({ from: "derived", op: "rank", of: ["a", "b"] }, () => ({
    missing: "NOT_RUN",
    reason: "no route",
  }));
  expect(seen).toMatchObject({ missing: "NOT_RUN", reason: expect.stringContaining("no route") });
});

test("addresses are those of all lists, each once, in one spelling and order; what is no address is no value", () => {
  const pod = ["fd00:10:244:1:0:0:0:7", "10.244.1.10"];
  expect(value("addresses", { pod, again: "10.244.1.9", mapped: "::ffff:10.244.1.9" }).value).toEqual([
    "10.244.1.9",
    "10.244.1.10",
    "fd00:10:244:1::7",
  ]);
  expect(value("addresses", { ranges: ["fd00:10:244:1:0::/64", "10.244.1.0/24"] }).value).toEqual([
    "10.244.1.0/24",
    "fd00:10:244:1::/64",
  ]);
  expect(value("ipv6", { pod }).value).toEqual(["fd00:10:244:1::7"]);
  expect(value("ipv6", { pod: "10.244.1.10" }).value).toEqual([]);
  expect(value("addresses", { pod: ["10.244.1.10", "lock"] })).toMatchObject({ missing: "FAILED" });
});

test("a step is how far each family's address is above the earlier one", () => {
  expect(value("addressSteps", { after: "10.245.0.0", before: "10.244.255.255" }).value).toEqual([1]);
  const then = ["10.244.1.9", "fd00:10:244:1::ff"];
  expect(value("addressSteps", { after: ["fd00:10:244:1::101", "10.244.1.8"], before: then }).value).toEqual([
    -1, 2,
  ]);
  // one family only on one side, or two addresses of a family: which would be compared with which?
  expect(value("addressSteps", { after: ["10.244.1.9"], before: then })).toMatchObject({ missing: "FAILED" });
  expect(value("addressSteps", { after: ["10.244.1.8", "10.244.1.9"], before: then })).toMatchObject({
    missing: "FAILED",
  });
  const two = ["10.244.1.8", "10.244.1.9"];
  expect(value("addressSteps", { after: two, before: two })).toMatchObject({ missing: "FAILED" });
});

test("distinct has every value once, common what all lists have; a single value counts as a list of it", () => {
  expect(value("distinct", { a: ["veth1", "veth1"], b: "veth1" }).value).toEqual(["veth1"]);
  expect(value("common", { a: ["10.0.0.1", "fd00::1"], b: ["fd00::1", "fd00::2"] }).value).toEqual([
    "fd00::1",
  ]);
  expect(value("common", { a: "10.0.0.1", b: "10.0.0.2" }).value).toEqual([]);
});
