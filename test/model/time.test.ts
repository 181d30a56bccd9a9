import { describe, expect, it } from "vitest";
import { compareTimes, instant, isNotYet, nanosecondsBetween } from "../../src/model/time.js";

describe("times of other programs (G06)", () => {
  it("decides order on the full digits, over time zones", () => {
    const createdAt = "2026-03-01T18:00:04.999999999+08:00";
    expect(nanosecondsBetween("2026-03-01T10:00:05.000001Z", createdAt)).toBe(1001n);
    expect(compareTimes(createdAt, "2026-03-01T10:00:05.000001Z")).toBe(-1);
    expect(compareTimes("2026-03-01T10:00:05.120000Z", "2026-03-01T10:00:05.12Z")).toBe(0);
    expect(instant("2026-03-01T10:00:05-00:30")).toBe(instant("2026-03-01T10:30:05Z"));
  });

  it("reads the three zero forms as not yet, which is never a point in time", () => {
    for (const zero of ["1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z", ""]) {
      expect(isNotYet(zero)).toBe(true);
      expect(() => compareTimes(zero, "2026-03-01T10:00:05Z")).toThrow(RangeError);
    }
    expect(isNotYet("2026-03-01T10:00:05Z")).toBe(false);
    expect(isNotYet("1970-01-01T00:00:00.000000001Z")).toBe(false);
  });

  it("knows no time in other text", () => {
    expect(instant("yesterday")).toBeUndefined();
    expect(instant("2026-13-01T00:00:00Z")).toBeUndefined();
  });
});
