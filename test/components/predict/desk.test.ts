import { describe, expect, it } from "vitest";
import { createDesk } from "../../../src/components/predict/desk.js";
import { keyOf } from "../../../src/components/predict/notebook.js";
import { hashOf } from "../../../src/components/predict/seal.js";
import { digestOf } from "../../../src/model/hash.js";
import type { Claim, Prediction } from "../../../src/model/predictions/types.js";
import { notRun, sampleRun } from "../../fixtures/site/sample.js";
import { testClock, testShelf } from "./support.js";

const late: Claim = { op: "between", of: ["notready"], low: 30, high: 60, unit: "s" };

function desk(over: Partial<Parameters<typeof createDesk>[0]> = {}) {
  const shelf = testShelf();
  const predictions = sampleRun.predictions;
  return createDesk({ chapter: "c26", predictions, run: sampleRun, shelf, now: testClock(), ...over });
}

describe("a seal", () => {
  it("holds claim, time, what was seen, run and the author's digest under one hash", () => {
    const one = desk().seal("late", late, "forty, and a look or two");
    expect(one).toEqual({
      chapter: "c26",
      prediction: "late",
      claim: late,
      because: "forty, and a look or two",
      sealedAt: "2026-11-02T10:00:00.000Z",
      access: "NOT_SEEN",
      run: sampleRun.id,
      predictionsDigest: sampleRun.predictionsDigest,
      hash: hashOf(one),
    });
    const { hash, ...content } = one;
    expect(hash).toBe(digestOf(content));
  });

  it("after its answer was shown says so and when; nothing run is another thing than not seen", () => {
    const shown = desk();
    shown.show(["late"], "asked");
    expect(shown.seal("late", late)).toMatchObject({ access: "SEEN", seenAt: "2026-11-02T10:00:01.000Z" });
    for (const run of [undefined, notRun])
      expect(desk({ run }).seal("late", late)).toMatchObject({ access: "NOTHING_RUN", run: null });
  });

  it("is there after a reload, and counts as broken when its content was changed in the storage", () => {
    const shelf = testShelf();
    desk({ shelf }).seal("late", late);
    expect(desk({ shelf }).notebook.sealed.get("late")!.claim).toEqual(late);
    expect([...desk({ shelf }).broken]).toEqual([]);
    const key = keyOf("c26");
    shelf.write(key, shelf.read(key)!.replace('"low":30', '"low":50'));
    expect([...desk({ shelf }).broken]).toEqual(["late"]);
  });
});

describe("what is shown", () => {
  it("is nothing while predicting first, until a prediction is sealed or asked for", () => {
    const one = desk();
    expect(sampleRun.predictions.filter(({ id }) => one.isShown(id))).toEqual([]);
    one.seal("late", late);
    one.show(["log"], "asked");
    expect(["late", "log", "gone", "exit"].map(one.isShown)).toEqual([true, true, false, false]);
  });

  it("is everything at the reader's wish, which marks what was not sealed as seen, and is remembered", () => {
    const shelf = testShelf();
    const one = desk({ shelf });
    one.seal("late", late);
    one.setMode("everything");
    expect(one.isShown("gone")).toBe(true);
    expect(one.notebook.seen.get("gone")).toMatchObject({ how: "everything" });
    expect(one.notebook.seen.has("late")).toBe(false);
    expect(desk({ shelf }).mode).toBe("everything");
  });

  it("is everything in that chapter alone", () => {
    const shelf = testShelf();
    desk({ shelf }).setMode("everything");
    const other = desk({ shelf, chapter: "k01" });
    expect([other.mode, other.isShown("late"), other.notebook.seen.size]).toEqual(["predict", false, 0]);
  });

  it("is hidden again when the reader goes back, and stays marked as seen", () => {
    const one = desk();
    one.setMode("everything");
    one.setMode("predict");
    expect(one.isShown("gone")).toBe(false);
    expect(one.seal("gone", { op: "absent", of: ["ip.file"] }).access).toBe("SEEN");
  });
});

describe("a chapter that is started over", () => {
  it("holds nothing of what was sealed, seen and typed, and leaves other chapters as they are", () => {
    const shelf = testShelf();
    desk({ shelf, chapter: "k01" }).seal("late", late);
    const one = desk({ shelf });
    one.seal("late", late);
    one.draft("log", { op: "equals" });
    one.setMode("everything");
    one.restart();
    for (const now of [one, desk({ shelf })]) {
      const { sealed, seen, drafts } = now.notebook;
      expect([now.mode, sealed.size, seen.size, drafts.size]).toEqual(["predict", 0, 0, 0]);
      expect(now.isShown("late")).toBe(false);
    }
    expect(one.seal("gone", { op: "absent", of: ["ip.file"] }).access).toBe("NOT_SEEN");
    expect([...desk({ shelf, chapter: "k01" }).notebook.sealed.keys()]).toEqual(["late"]);
  });

  it("is started over in other tabs, too, and they bring nothing back", () => {
    const shelf = testShelf();
    const [one, other] = [desk({ shelf }), desk({ shelf })];
    other.seal("late", late);
    one.reload();
    one.restart();
    other.reload();
    expect([other.notebook.sealed.size, other.isShown("late")]).toEqual([0, false]);
    other.seal("gone", { op: "absent", of: ["ip.file"] });
    expect([...desk({ shelf }).notebook.sealed.keys()]).toEqual(["gone"]);
  });

  it("replaces even what cannot be read", () => {
    const shelf = testShelf();
    shelf.write(keyOf("c26"), "{");
    const one = desk({ shelf });
    expect(one.fault?.kind).toBe("unreadable");
    one.restart();
    expect(one.fault).toBeUndefined();
    one.seal("late", late);
    expect(desk({ shelf }).notebook.sealed.size).toBe(1);
  });
});

describe("answers that would tell others", () => {
  const prediction = (id: string, claim: Claim): Prediction => ({
    id,
    case: "normal",
    text: { en: id, zh: id },
    claim,
  });
  const predictions = [
    prediction("one", { op: "between", of: ["x"], low: 1, high: 2 }),
    prediction("two", { op: "between", of: ["x"], low: 0, high: 9 }),
    prediction("three", { op: "changed", of: ["x", "y"] }),
    prediction("sum", { op: "equals", of: ["x+x"], to: { literal: 2 } }),
    prediction("other", { op: "equals", of: ["z"], to: { literal: 1 } }),
  ];
  const recipes = { "x+x": { from: "derived" as const, op: "sum" as const, of: ["x"] } };
  const run = { ...sampleRun, predictions, recipes };
  const between: Claim = { op: "between", of: ["x"], low: 0, high: 5 };

  it("wait until the others are sealed too; what is calculated from the same values is told as well", () => {
    const one = desk({ run, predictions });
    one.seal("one", between);
    expect([one.isShown("one"), one.waitsFor(["one"])]).toEqual([false, ["two", "sum"]]);
    one.seal("two", between);
    one.seal("sum", { op: "equals", of: ["x+x"], to: { literal: 2 } });
    expect(["one", "two", "three"].map(one.isShown)).toEqual([true, true, false]);
  });

  it("can be asked for, which marks the others as seen", () => {
    const one = desk({ run, predictions });
    one.show(["one"], "asked");
    expect(one.notebook.seen.get("two")).toMatchObject({ how: "same values" });
    expect(one.seal("two", between).access).toBe("SEEN");
    expect(one.notebook.seen.has("three")).toBe(false);
  });

  it("cannot be peeked at by comparing with them", () => {
    const one = desk({ run, predictions });
    one.seal("other", { op: "equals", of: ["z"], to: { observed: "x" } });
    expect(one.waitsFor(["other"])).toEqual(["one", "two", "sum"]);
    expect(one.isShown("other")).toBe(false);
  });
});

describe("storage that fails", () => {
  it("is said, and what was sealed stays on the page", () => {
    const shelf = testShelf();
    shelf.readFault = new Error("SecurityError");
    shelf.writeFault = shelf.readFault;
    const one = desk({ shelf });
    one.seal("late", late);
    expect(one.fault).toMatchObject({ kind: "unavailable" });
    expect(one.notebook.sealed.has("late")).toBe(true);
    one.setMode("everything");
    expect([one.remembered, one.isShown("gone")]).toEqual([false, true]);
  });

  it("full is said; the next write that succeeds holds everything", () => {
    const shelf = testShelf();
    const one = desk({ shelf });
    shelf.writeFault = new Error("QuotaExceededError");
    one.seal("late", late);
    one.reload();
    expect(one.fault).toBeUndefined();
    expect(one.notebook.sealed.has("late")).toBe(true);
    one.seal("gone", { op: "absent", of: ["ip.file"] });
    expect(one.fault).toMatchObject({ kind: "full" });
    shelf.writeFault = undefined;
    one.draft("exit", { op: "equals", value: "1" });
    expect(one.fault).toBeUndefined();
    expect([...desk({ shelf }).notebook.sealed.keys()].sort()).toEqual(["gone", "late"]);
  });

  it.each([
    ["unreadable", "{"],
    ["unreadable", '{"schema":"something/else"}'],
    [
      "unreadable",
      '{"schema":"labbook/reader-predictions/v1","chapter":"k01","sealed":[],"seen":[],"drafts":[]}',
    ],
    ["newer", '{"schema":"labbook/reader-predictions/v2"}'],
  ])("%s content is left as it is: %s", (kind, text) => {
    const shelf = testShelf();
    shelf.kept.set(keyOf("c26"), text);
    const one = desk({ shelf });
    one.seal("late", late);
    expect(one.fault?.kind).toBe(kind);
    expect(shelf.kept.get(keyOf("c26"))).toBe(text);
    expect(one.notebook.sealed.has("late")).toBe(true);
  });

  it("what another tab sealed first is not overwritten", () => {
    const shelf = testShelf();
    const [here, there] = [desk({ shelf }), desk({ shelf, now: testClock("2026-11-02T09:00:00.000Z") })];
    there.seal("late", { ...late, low: 1 });
    there.seal("gone", { op: "absent", of: ["ip.file"] });
    here.seal("late", late);
    expect(here.notebook.sealed.get("late")!.claim.low).toBe(1);
    expect([...desk({ shelf }).notebook.sealed.keys()].sort()).toEqual(["gone", "late"]);
  });
});

it("what was typed and not sealed survives a reload, and is gone once it is sealed", () => {
  const shelf = testShelf();
  desk({ shelf }).draft("late", { op: "between", low: "3" });
  const again = desk({ shelf });
  expect(again.notebook.drafts.get("late")).toEqual({ op: "between", low: "3" });
  again.seal("late", late);
  expect(desk({ shelf }).notebook.drafts.size).toBe(0);
});
