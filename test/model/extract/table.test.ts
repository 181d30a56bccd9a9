import { describe, expect, it } from "vitest";
import { readTable } from "../../../src/model/extract/table.js";

const cells = (text: string, needed: string[]) =>
  readTable(text, needed)?.map((row) =>
    Object.fromEntries([...row].map(([heading, cell]) => [heading, cell.text])),
  );

describe("readTable", () => {
  it("reads cells by their headings, with their places", () => {
    const text = "TASK    PID     STATUS    \nabc     12      RUNNING\nlonger  3456    STOPPED\n";
    expect(cells(text, ["TASK", "PID"])).toEqual([
      { TASK: "abc", PID: "12", STATUS: "RUNNING" },
      { TASK: "longer", PID: "3456", STATUS: "STOPPED" },
    ]);
    const [start, end] = readTable(text, ["PID"])![1]!.get("PID")!.span;
    expect(text.slice(start, end)).toBe("3456");
  });

  it("does not mind columns that are added, moved, wider, empty or of several words", () => {
    const text =
      "IMAGE ID      NOTE        PID   CONTAINER ID\n" +
      "123456789ab   two words   7     fedcba987654\n" +
      "223456789ab               8     edcba9876543\n";
    expect(cells(text, ["CONTAINER ID", "PID"])).toEqual([
      { "IMAGE ID": "123456789ab", NOTE: "two words", PID: "7", "CONTAINER ID": "fedcba987654" },
      { "IMAGE ID": "223456789ab", PID: "8", "CONTAINER ID": "edcba9876543" },
    ]);
  });

  it("knows columns that one blank parts, and finds the headings below other lines", () => {
    const text =
      "some words before\nREF  TYPE PLATFORMS LABELS\na:1  x/y  amd64     -      \nb:22 x/y  arm64     -\n";
    expect(cells(text, ["REF", "TYPE", "LABELS"])).toEqual([
      { REF: "a:1", TYPE: "x/y", PLATFORMS: "amd64", LABELS: "-" },
      { REF: "b:22", TYPE: "x/y", PLATFORMS: "arm64", LABELS: "-" },
    ]);
  });

  it("reads tables whose columns tabs part", () => {
    expect(cells("DIGEST\t\t\tSIZE\tAGE\nsha256:a\t2 kB\t3 seconds\n", ["DIGEST", "AGE"])).toEqual([
      { DIGEST: "sha256:a", SIZE: "2 kB", AGE: "3 seconds" },
    ]);
  });

  it("gives no cell of a row whose columns cannot be told, and nothing without the headings", () => {
    expect(cells("A    B   C\nvery-long-one  2   3\nvery-long-one  2\n", ["A", "B"])).toEqual([
      { A: "very-long-one", B: "2", C: "3" },
      {},
    ]);
    expect(readTable("A  B\n1  2\n", ["A", "D"])).toBeUndefined();
    expect(readTable("A  B\n", ["A"])).toEqual([]);
  });
});
