import { describe, expect, test } from "vitest";
import { diffLines, type Edit } from "../../../src/model/compare/lines.js";

/** Applying the edits to a gives b, and every line of a is spoken of once and in order. */
function check(a: string[], b: string[]): Edit[] {
  const edits = diffLines(a, b);
  const fromA = edits.flatMap((edit) => (edit.kind === "added" ? [] : [edit.a]));
  const fromB = edits.flatMap((edit) => (edit.kind === "removed" ? [] : [edit.b]));
  expect(fromA).toEqual(a.map((_, index) => index));
  expect(fromB).toEqual(b.map((_, index) => index));
  for (const edit of edits) if (edit.kind === "same") expect(a[edit.a]).toBe(b[edit.b]);
  return edits;
}

const changes = (edits: Edit[]) => edits.filter(({ kind }) => kind !== "same").length;

describe("diffLines", () => {
  test.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["", "abc", 3],
    ["abc", "", 3],
    ["abcabba", "cbabac", 5],
    ["abc", "axc", 2],
    ["aab", "ab", 1],
    ["xabcy", "xacy", 1],
  ])("%s → %s in %d edits", (a, b, expected) => {
    expect(changes(check([...a], [...b]))).toBe(expected);
  });

  test("never takes more edits than the longest common subsequence needs", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 200; round++) {
      const [a, b] = [12, 12].map((most) => Array.from({ length: random(most) }, () => "abc"[random(3)]!));
      expect(changes(check(a!, b!))).toBe(a!.length + b!.length - 2 * common(a!, b!));
    }
  });

  test("replaces all when nearly everything differs, and does so soon", () => {
    const a = Array.from({ length: 20_000 }, (_, line) => `a ${line}`);
    const b = Array.from({ length: 20_000 }, (_, line) => `b ${line}`);
    const started = performance.now();
    expect(changes(diffLines(["head", ...a, "tail"], ["head", ...b, "tail"]))).toBe(40_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

function common(a: string[], b: string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const table = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i]![j] =
        a[i - 1] === b[j - 1] ? table[i - 1]![j - 1]! + 1 : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
  return table[a.length]![b.length]!;
}
