import { execa } from "execa";
import { expect, it } from "vitest";
import { record, standing } from "../../data-loaders/translations/ledger.js";
import { pairsIn, untranslated } from "../../data-loaders/translations/pairs.js";

const before = [
  { key: "a", en: "The node is ready", zh: "节点就绪" },
  { key: "b", en: "The Pod is gone", zh: "Pod 已删除" },
];
const ledger = record(before, {});
const change = (over: { en?: string; zh?: string }) => [{ ...before[0]!, ...over }, before[1]!];

it("says that a translation lags when its English changed and it did not", () => {
  const { lagging, unrecorded } = standing(change({ en: "The node is not ready" }), ledger);
  expect(lagging.map(({ key }) => key)).toEqual(["a"]);
  expect(unrecorded).toEqual([]);
});

it("takes a text whose Chinese changed, or that is new, for translated but not recorded", () => {
  for (const pairs of [
    change({ zh: "节点已就绪" }),
    change({ en: "The node is not ready", zh: "节点未就绪" }),
    [...before, { key: "c", en: "new", zh: "新" }],
  ]) {
    const { lagging, unrecorded } = standing(pairs, ledger);
    expect(lagging).toEqual([]);
    expect(unrecorded.length).toBe(1);
    expect(standing(pairs, record(pairs, ledger)).unrecorded).toEqual([]);
  }
});

it("goes on lagging through recordings until its key is acknowledged", () => {
  const pairs = change({ en: "The node is not ready" });
  const again = record(pairs, record(pairs, ledger));
  expect(standing(pairs, again).lagging.map(({ key }) => key)).toEqual(["a"]);
  expect(standing(pairs, record(pairs, again, ["a"])).lagging).toEqual([]);
});

it("forgets keys that are gone", () => {
  expect(standing([before[1]!], ledger).gone).toEqual(["a"]);
  expect(Object.keys(record([before[1]!], ledger))).toEqual(["b"]);
});

it("finds pairs in labs and in lists of words, functions among them, and names them by ids", () => {
  const lab = { steps: [{ id: "one", title: { en: "A", zh: "甲" } }, { title: { en: "B", zh: "乙" } }] };
  expect(pairsIn(lab, "lab")).toEqual([
    { key: "lab.steps[one].title", en: "A", zh: "甲" },
    { key: "lab.steps[1].title", en: "B", zh: "乙" },
  ]);
  const words = {
    en: { n: (count: number) => `${count} steps`, s: "x" },
    zh: { n: (count: number) => `${count} 步` },
  };
  const [n, s] = pairsIn(words, "words");
  expect(n!.en).toContain("steps");
  expect(untranslated([n!, s!]).map(({ key }) => key)).toEqual(["words.s"]);
});

it("no translation of this project lags or is missing", async () => {
  const { stderr } = await execa("npx", ["tsx", "data-loaders/translations/index.ts", "--check"], {
    reject: false,
    preferLocal: true,
  });
  expect(stderr).not.toMatch(/^(lags|no Chinese):/m);
  expect(stderr).not.toMatch(/Error/);
});
