import { describe, expect, it } from "vitest";
import { createDesk } from "../../../src/components/predict/desk.js";
import {
  MAX_BYTES,
  planImport,
  type ReaderFile,
  readFile,
  writeFile,
} from "../../../src/components/predict/file.js";
import { emptyNotebook } from "../../../src/components/predict/notebook.js";
import { hashOf } from "../../../src/components/predict/seal.js";
import type { Claim } from "../../../src/model/predictions/types.js";
import { sampleRun } from "../../fixtures/site/sample.js";
import { testClock, testShelf } from "./support.js";

const now = new Date("2026-11-03T00:00:00.000Z");
const chapters = new Set(["c26", "k01"]);
const late: Claim = { op: "between", of: ["notready"], low: 30, high: 60, unit: "s" };

function desk(start?: string) {
  const { predictions } = sampleRun;
  return createDesk({
    chapter: "c26",
    predictions,
    run: sampleRun,
    shelf: testShelf(),
    now: testClock(start),
  });
}

function written(): ReaderFile {
  const one = desk();
  one.show(["exit"], "asked");
  one.seal("late", late, "because");
  one.seal("exit", { op: "equals", of: ["exit"], to: { literal: 127 } });
  return JSON.parse(writeFile([["c26", one.notebook]], now)) as ReaderFile;
}

const read = (file: unknown) => readFile(new TextEncoder().encode(JSON.stringify(file)), chapters, now);

/** The file with one sealed prediction changed and, if wished, sealed again with a fitting hash. */
function changed(change: (one: Record<string, unknown>) => void, again = true): ReaderFile {
  const file = written();
  const one = file.chapters[0]!.sealed[0]!;
  change(one as unknown as Record<string, unknown>);
  if (again) one.hash = hashOf(one);
  return file;
}

describe("a file of predictions", () => {
  it("is read as it was written", () => {
    const file = written();
    expect(read(file)).toEqual({ file });
    expect(file.chapters[0]!.sealed.map(({ access }) => access)).toEqual(["NOT_SEEN", "SEEN"]);
  });

  it("gives another browser what it does not have, and changes nothing there", () => {
    const [plan] = planImport(written(), () => emptyNotebook());
    const other = desk();
    other.take(plan!.notebook);
    expect([...other.notebook.sealed.keys()]).toEqual(["late", "exit"]);
    expect(other.notebook.seen.get("exit")).toMatchObject({ how: "asked" });
    expect(plan!.add.length).toBe(2);
    const [again] = planImport(written(), () => other.notebook);
    expect([again!.add.length, again!.same.length, again!.conflicts.length, again!.seen]).toEqual([
      0, 2, 0, 0,
    ]);
  });

  it("overwrites nothing unless the reader says so", () => {
    const other = desk("2026-11-02T11:00:00.000Z");
    const mine = other.seal("late", { ...late, low: 50 });
    const [plan] = planImport(written(), () => other.notebook);
    expect(plan!.conflicts).toMatchObject([{ here: mine, there: { claim: late } }]);
    other.take(plan!.notebook);
    expect(other.notebook.sealed.get("late")).toEqual(mine);
    other.take(plan!.notebook, new Set(["late"]));
    expect(other.notebook.sealed.get("late")!.claim).toEqual(late);
    expect(planImport(written(), () => other.notebook)[0]!.conflicts).toEqual([]);
  });
});

describe("a hostile file is refused whole, with the place of each fault", () => {
  it.each<[string, () => unknown, RegExp]>([
    ["no JSON", () => "x", /^schema/],
    [
      "another schema",
      () => ({ ...written(), schema: "labbook/run/v1" }),
      /^schema: expected labbook\/reader-predictions\/v1, got "labbook\/run\/v1"/,
    ],
    ["a field too many", () => ({ ...written(), more: 1 }), /more/],
    [
      "a chapter that is not there",
      () => {
        const file = written();
        file.chapters[0]!.chapter = "k99";
        return file;
      },
      /chapters\.0\.chapter: this site has no chapter k99/,
    ],
    [
      "a claim changed after the seal",
      () =>
        changed((one) => {
          (one.claim as Claim).low = 50;
        }, false),
      /chapters\.0\.sealed\.0 \(late\): its content has the hash .* changed after it was sealed/,
    ],
    [
      "a seal from the future",
      () =>
        changed((one) => {
          one.sealedAt = "2027-01-01T00:00:00.000Z";
        }),
      /sealed in the future/,
    ],
    [
      "an access that does not fit",
      () =>
        changed((one) => {
          one.access = "SEEN";
        }),
      /seenAt/,
    ],
    [
      "an operator that is none",
      () =>
        changed((one) => {
          (one.claim as Claim).op = "constructor";
        }),
      /chapters\.0\.sealed\.0\.claim\.op/,
    ],
    [
      "a field of another operator",
      () =>
        changed((one) => {
          (one.claim as Claim).pattern = "a";
        }),
      /between has no pattern/,
    ],
    [
      "a broken pattern",
      () =>
        changed((one) => {
          one.claim = { op: "matches", of: ["log.line"], pattern: "(" };
        }),
      /regular expression/,
    ],
    [
      "one prediction twice",
      () => {
        const file = written();
        file.chapters[0]!.sealed.push(file.chapters[0]!.sealed[0]!);
        return file;
      },
      /chapters\.0\.sealed\.2 \(late\): stands in the file twice/,
    ],
    [
      "a name that is no name",
      () =>
        changed((one) => {
          one.prediction = "__proto__";
        }),
      /chapters\.0\.sealed\.0\.prediction/,
    ],
    [
      "markup as a name",
      () =>
        changed((one) => {
          one.prediction = "<img src=x>";
        }),
      /chapters\.0\.sealed\.0\.prediction/,
    ],
  ])("%s", (_, make, message) => {
    const { file, faults } = read(make());
    expect(file).toBeUndefined();
    expect(faults!.join("\n")).toMatch(message);
  });

  it("names every fault at once", () => {
    const file = written();
    for (const one of file.chapters[0]!.sealed) one.claim.of = ["other"];
    expect(read(file).faults!.length).toBe(2);
  });

  it("too large, too deep, and bytes that are no text", () => {
    expect(readFile(new Uint8Array(MAX_BYTES + 1), chapters, now).faults![0]).toContain("expected at most");
    expect(readFile(new Uint8Array([0xff, 0xfe]), chapters, now).faults![0]).toContain(
      "expected JSON in UTF-8",
    );
    const nested = "[".repeat(2000) + "]".repeat(2000);
    const deep = JSON.stringify(written())
      .replace('"because"', nested)
      .replace(`${nested}:`, `"deep":${nested},"because":`);
    expect(readFile(new TextEncoder().encode(deep), chapters, now).faults![0]).toBe(
      "nests deeper than 16 levels",
    );
    const brackets = new TextEncoder().encode(
      `{"schema":"labbook/reader-predictions/v1","chapters":${"[".repeat(500_000)}`,
    );
    expect(readFile(brackets, chapters, now).faults!.length).toBe(1);
  });
});
