import { describe, expect, test } from "vitest";
import { events, intervals } from "../../../labs/vocabulary/readings.js";
import { extract } from "../../../src/model/extract/index.js";
import type { Extract, Recipe } from "../../../src/model/extract/types.js";
import type { StepRecord } from "../../../src/model/run.js";

const record = { id: "s", status: "OK", exitCode: 3, durationMs: 12 } as StepRecord;
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (how: Extract, text: string) => extract(how, bytes(text), record);
const cited = (how: Extract, text: string) => {
  const got = read(how, text);
  if ("missing" in got || !got.source.span) throw new Error("no span");
  return new TextDecoder().decode(bytes(text).subarray(...got.source.span));
};

describe("json", () => {
  const text = '{"名": "节点", "items": [{"name": "web", "uid": "u-1"}, {"name": "db", "uid": "u-2"}]}';
  test("one value, its normalized path, and exactly its bytes", () => {
    const how: Extract = { kind: "json", path: "$.items[?@.name == 'db'].uid" };
    expect(read(how, text)).toMatchObject({ value: "u-2", source: { pointer: "$['items'][1]['uid']" } });
    expect(cited(how, text)).toBe('"u-2"');
  });
  test("nothing, several, and output that is cut are missing values with a reason", () => {
    expect(read({ kind: "json", path: "$.no" }, text)).toEqual({ missing: "nothing at $.no" });
    expect(read({ kind: "json", path: "$.items[*].uid" }, text)).toEqual({
      missing: "2 values at $.items[*].uid, expected one",
      unread: true,
    });
    expect(read({ kind: "json", path: "$.items" }, text.slice(0, 40))).toHaveProperty("missing");
  });
  test("all gives a list, an empty one too", () => {
    expect(read({ kind: "json", path: "$.items[*].uid", all: true }, text)).toMatchObject({
      value: ["u-1", "u-2"],
    });
    expect(read({ kind: "json", path: "$.no[*]", all: true }, text)).toMatchObject({ value: [] });
  });
});

describe("text", () => {
  test("a match cites group 1, with bytes counted behind multi-byte text", () => {
    const how: Extract = { kind: "match", pattern: "^pid (\\d+)$", as: "number" };
    expect(read(how, "进程\npid 42\n")).toMatchObject({ value: 42 });
    expect(cited(how, "进程\npid 42\n")).toBe("42");
  });
  test("no match and no number are missing", () => {
    expect(read({ kind: "match", pattern: "x(\\d)" }, "y")).toEqual({ missing: "no match of /x(\\d)/" });
    expect(read({ kind: "match", pattern: "x(.*)", as: "number" }, "x")).toHaveProperty("missing");
  });
  test("empty output is a missing value, never an empty string", () => {
    expect(read({ kind: "text" }, " \n")).toEqual({ missing: "the output is empty" });
  });
  test("lines are counted, zero too", () => {
    expect(read({ kind: "lines", pattern: "^a" }, "a\nb\na1\n")).toMatchObject({ value: 2 });
    expect(read({ kind: "lines", pattern: "^z" }, "a\n")).toMatchObject({ value: 0 });
  });
  test("record fields", () => {
    expect(read({ kind: "record", field: "exitCode" }, "")).toMatchObject({ value: 3 });
    expect(read({ kind: "record", field: "signal" }, "")).toEqual({ missing: "the step has no signal" });
  });
  test("samples", () => {
    const how = (statistic: "median" | "p95" | "count" | "iqr"): Extract => ({
      kind: "samples",
      pattern: "time=([\\d.]+)",
      statistic,
    });
    const text = "time=1\ntime=2\ntime=3\ntime=10\n";
    expect(read(how("median"), text)).toMatchObject({ value: 2.5 });
    expect(read(how("count"), "")).toMatchObject({ value: 0 });
    expect(read(how("median"), "")).toHaveProperty("missing");
  });
  test("JSON in an HTTP answer, in lines, and a part of a value", () => {
    const json = (path: string, more: Partial<Extract & { kind: "json" }>): Extract => ({
      ...{ kind: "json", path },
      ...more,
    });
    const body = '{"pod":{"uid":"u-1"},"every":"20s"}';
    const answer = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`;
    const uid = read(json("$.pod.uid", { of: "body" }), answer);
    expect(uid).toMatchObject({ value: "u-1" });
    const [from, to] = (uid as { source: { span: [number, number] } }).source.span;
    expect(answer.slice(from, to)).toBe('"u-1"');
    expect(read(json("$.pod.uid", { of: "body" }), body)).toMatchObject({ unread: true });
    expect(read(json("$.every", { part: "^(\\d+)s$", as: "number" }), body)).toMatchObject({ value: 20 });
    expect(read(json("$.pod.uid", { part: "^(\\d+)s$" }), body)).toHaveProperty("missing");
    const lines = '{"a":  1}\n{"a":2}\n';
    expect(read(json("$[*].a", { of: "lines", all: true }), lines)).toMatchObject({ value: [1, 2] });
    expect(read(json("$[*].a", { of: "lines", first: true }), lines)).toMatchObject({ value: 1 });
    expect(read(json("$[*].a", { of: "lines" }), lines)).toMatchObject({ unread: true });
    expect(read(json("$[*].a", { of: "lines" }), "{\n")).toMatchObject({ unread: true });
  });
  test("a cell of a table, by its heading and by its row", () => {
    const text = "REF  NOTE  SIZE\na:1  x y   12 MiB\nb:2        7 MiB\n";
    const cell = (more: Partial<Extract & { kind: "table" }>): Extract => ({
      ...{ kind: "table", column: "SIZE", where: { REF: "b:2" } },
      ...more,
    });
    expect(read(cell({ part: "^(\\d+) MiB$", as: "number" }), text)).toMatchObject({ value: 7 });
    expect(read(cell({ where: {}, all: true }), text)).toMatchObject({ value: ["12 MiB", "7 MiB"] });
    expect(read(cell({ where: { REF: "c:3" } }), text)).toEqual({
      missing: 'expected one row at table:SIZE where {"REF":"c:3"}, got 0',
    });
    expect(read(cell({ column: "NOTE" }), text)).toHaveProperty("missing");
    expect(read(cell({ column: "OTHER" }), text)).toMatchObject({ unread: true });
  });
  test("how many JSON lines there are, by what they say", () => {
    const { extract: how } = events("watch", "@.type == 'GAP'") as Recipe & { from: "step" };
    expect(
      read(how, '{"t":1,"type":  "GAP"}\n{"type":"MODIFIED","t":2}\n{"type":"GAP","t":3}\n'),
    ).toMatchObject({ value: 2 });
    expect(read(how, "no JSON\n")).toMatchObject({ unread: true });
  });
  test("intervals between stamped lines, in seconds, of the lines that match only", () => {
    const line = (t: number, watch: string) =>
      `{"t":${t},"at":"2026-03-01T10:00:00.000Z","watch":"${watch}","type":"MODIFIED","object":{"t":1}}\n`;
    const text =
      line(500.25, "lease") + line(900, "node") + line(10_500.25, "lease") + line(20_800.5, "lease");
    const how = (statistic: "median" | "min" | "max" | "count", text: string) => {
      const recipe = intervals("watch", "@.watch == 'lease' && @.type == 'MODIFIED'", statistic);
      return read((recipe as Recipe & { from: "step" }).extract, text);
    };
    expect(how("min", text)).toMatchObject({ value: 10 });
    expect(how("max", text)).toMatchObject({ value: 10.30025 });
    expect(how("median", text)).toMatchObject({ value: 10.150125 });
    expect(how("count", text)).toMatchObject({ value: 2 });
    expect(how("median", line(1, "lease"))).toMatchObject({
      missing: expect.stringContaining("only one match"),
    });
  });
});
