import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatServerTime, formatValue } from "../../src/components/format.js";
import { exactly, resolutionsOf, verdictExactly } from "../../src/components/precision.js";
import { runInLanguage } from "../../src/components/recorded/in-language.js";
import { digestRun } from "../../src/components/run-digest.js";
import type { Verdict } from "../../src/model/predictions/types.js";
import type { RunDocument } from "../../src/model/run.js";

test.each([
  [42.618509, "s", 1, "42.619"],
  [42.67, "s", 1, "42.670"],
  [42.618509, "s", 12.5, "42.62"],
  [1234.5678, "ms", 1, "1235"],
  [0.005000000000000001, "ms", undefined, "0.005"],
  [0.09229400000000076, "s", undefined, "0.092294"],
  [73.22197800000001, "s", undefined, "73.221978"],
  [1764491283.123456, "s", undefined, "1764491283.12346"],
  [4.29387081446464e-9, undefined, undefined, "4.29387081446e-9"],
  [268288, "bytes", undefined, "268288"],
  [30, "s", 1, "30"],
])("%d %s, resolution %s ms, is written %s", (value, unit, resolution, written) => {
  expect(exactly(value, unit, resolution)).toBe(written);
});

test("numbers within lists and objects lose their noise, too, and text stays as it is", () => {
  expect(formatValue([0.1 + 0.2, { a: 0.1 + 0.7 }], "s")).toBe('[0.3,{"a":0.8}] s');
  expect(formatValue("0.30000000000000004")).toBe("0.30000000000000004");
});

test("a calculated time is no finer than the coarsest timeline that it is made of; a ratio has none", () => {
  const timeline = (id: string) => ({ from: "timeline", timeline: id, event: "x", unit: "s" }) as const;
  const derived = (op: "difference" | "ratio", of: string[], unit?: string) =>
    ({ from: "derived", op, of, ...(unit && { unit }) }) as const;
  expect(
    resolutionsOf({
      timelines: [
        { id: "fine", resolutionMs: 1 },
        { id: "coarse", resolutionMs: 40 },
      ],
      recipes: {
        a: timeline("fine"),
        b: timeline("coarse"),
        between: derived("difference", ["a", "b"], "s"),
        twice: derived("difference", ["between", "a"], "s"),
        share: derived("ratio", ["a", "b"]),
        round: derived("difference", ["round"], "s"),
      },
    }),
  ).toEqual({ a: 1, b: 40, between: 40, twice: 40 });
});

test("a verdict's sentences tell the same numbers as the table beside them", () => {
  const verdict: Verdict = {
    prediction: "p",
    verdict: "CONFIRMED",
    expected: "marked.at within marked.expected (73.22197800000001) ± 2 s",
    observed: { "marked.at": 73.325662, "marked.expected": 73.22197800000001 },
    explanation: "73.325662 is within 73.22197800000001 ± 2 s, not 1.2.3.4 or v1.34.9",
  };
  const units = { "marked.at": "s", "marked.expected": "s" };
  expect(verdictExactly(verdict, units, { "marked.at": 1, "marked.expected": 1 })).toMatchObject({
    expected: "marked.at within marked.expected (73.222) ± 2 s",
    explanation: "73.326 is within 73.222 ± 2 s, not 1.2.3.4 or v1.34.9",
  });
});

test("nothing that a chapter's page is told of is finer than it was measured", () => {
  for (const id of readdirSync("src/evidence").filter((name) => /^[cek]\d\d$/.test(name))) {
    const run = JSON.parse(readFileSync(`src/evidence/${id}/run.json`, "utf8")) as RunDocument;
    const digest = digestRun(runInLanguage(run, "en"));
    for (const [name, one] of Object.entries(digest.observations)) {
      if (typeof one.value !== "number") continue;
      const written = formatValue(one.value, undefined);
      expect(written.replace(/e.*$|\D/g, "").replace(/^0+/, "").length, `${id} ${name}`).toBeLessThanOrEqual(
        16,
      );
      const resolution = digest.resolutions?.[name];
      if (resolution && one.unit === "s" && !Number.isInteger(one.value))
        expect(formatValue(one.value, "s", resolution), `${id} ${name}`).toMatch(/^-?\d+(\.\d{1,3})? s$/);
    }
    for (const { expected, explanation } of digest.verdicts)
      expect(`${expected} ${explanation}`, id).not.toMatch(/\d\.\d*(0{7}|9{7})\d/);
  }
});

test("a server's time is that of its formula: a deletion's request lies its grace before the timestamp", () => {
  const field = "metadata.deletionTimestamp − metadata.deletionGracePeriodSeconds";
  const t0 = "2026-11-30T20:46:30.250Z";
  expect(formatServerTime({ text: "2026-11-30T20:46:42Z", field, offsetMs: 6750 }, t0)).toBe(
    `2026-11-30T20:46:37Z (${field}: 2026-11-30T20:46:42Z − 5 s)`,
  );
  expect(
    formatServerTime(
      { text: "2026-11-30T20:46:37.123456Z", field: "spec.renewTime", offsetMs: 6873.456 },
      t0,
    ),
  ).toBe("2026-11-30T20:46:37.123456Z (spec.renewTime)");
});
