import { expect, it } from "vitest";
import { stampLines } from "../../data-loaders/collect/stamped.js";
import type { Clock } from "../../data-loaders/effects.js";
import { readStamped } from "../../src/model/timeline/lines.js";

const clock: Clock = {
  now: () => new Date("2026-03-01T10:00:00.000Z"),
  monotonic: () => 1000.25,
  sleep: async () => undefined,
};
const line = (monotonicMs: number, text: string) => ({
  ...{ monotonicMs, receivedAt: "2026-03-01T10:00:00.012Z", line: text },
});

it("stamps background lines relative to the start, and they read back as written", () => {
  const stamps = stampLines(clock);
  const hostile = 'a "quoted"\t\u2028 \u0000 line';
  stamps.onLine(line(1012.7504, hostile));
  const { header, lines } = readStamped(stamps.bytes());
  expect(header).toEqual({ clock: "monotonic", start: 1000.25, startedAt: "2026-03-01T10:00:00.000Z" });
  expect(lines[0]!.value).toEqual({ t: 12.5, at: "2026-03-01T10:00:00.012Z", line: hostile });
});

it("is bounded, and counts what did not fit", () => {
  const stamps = stampLines(clock, 200);
  for (let count = 0; count < 10; count++) stamps.onLine(line(1001, "0123456789".repeat(4)));
  expect(stamps.bytes().length).toBeLessThanOrEqual(200);
  expect(stamps.dropped()).toBe(9);
});

it("refuses bytes without a header", () => {
  expect(() => readStamped(new TextEncoder().encode('{"t":1,"line":"x"}\n'))).toThrow("header");
});
