import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { canonical, digestOf, sha256Hex } from "../../src/model/hash.js";

test("sha256Hex agrees with Node's own and with the published vector for abc", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 31) & 255);
  expect(sha256Hex(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("canonical sorts by UTF-16 code units and spells numbers as RFC 8785 does", () => {
  expect(canonical({ "\u20ac": 1, "\r": 2, "1": 1e21, a: [0.1, -0, 1.0], b: undefined })).toBe(
    '{"\\r":2,"1":1e+21,"a":[0.1,0,1],"€":1}',
  );
});

test("equal JSON has one digest whatever the order of its keys", () => {
  expect(digestOf({ a: 1, b: { c: [1, 2], d: "x" } })).toBe(digestOf({ b: { d: "x", c: [1, 2] }, a: 1 }));
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: "1" }));
  expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
});

test.each([undefined, () => 1, Number.NaN, Number.POSITIVE_INFINITY, { a: Number.NaN }])(
  "refuses what JSON cannot say: %s",
  (value) => {
    expect(() => canonical(value)).toThrow(TypeError);
  },
);
