import { expect, test } from "vitest";
import type { RunContext } from "../../data-loaders/run/context.js";
import { fill } from "../../data-loaders/run/fill.js";
import { read } from "../../labs/vocabulary/index.js";
import type { Recipe } from "../../src/model/extract/types.js";

/** A run whose step `node` printed `stdout`. */
function run(stdout: string, observations: Record<string, Recipe>): RunContext {
  const bytes = new TextEncoder().encode(stdout);
  const record = { id: "node", case: "a", kind: "vm", title: { en: "x", zh: "x" }, target: "vm", argv: [] };
  return {
    given: new Map(),
    lab: { observations },
    seeds: [],
    steps: [{ ...record, status: "OK", stdout: { sha256: "0", bytes: bytes.length } }],
    outputs: { read: () => bytes },
  } as unknown as RunContext;
}

test("a placeholder is filled with a value that is derived from others, in several steps", () => {
  const context = run('{"a":["fd00::1","10.0.0.1"]}', {
    all: read.derived("addresses", ["given"]),
    given: read.jsonAll("node", "$.a[*]"),
    number: read.derived("count", ["all"]),
  });
  expect(JSON.parse(fill(context, "all"))).toEqual(expect.arrayContaining(["fd00::1", "10.0.0.1"]));
  expect(fill(context, "number")).toBe("2");
});

test("a value that is derived from itself is missing, and says so", () => {
  const context = run("{}", { a: read.derived("count", ["b"]), b: read.derived("count", ["a"]) });
  expect(() => fill(context, "a")).toThrow(/was not observed in this run/);
});
