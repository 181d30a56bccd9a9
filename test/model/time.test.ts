import { describe, expect, it } from "vitest";
import { compareTimes, instantNs, microTime, millisecondsBetween, parseTime } from "../../src/model/time.js";

describe("G06: the shapes of a time", () => {
  const createdAt = "2026-03-01T18:00:04.999999999+08:00";
  const renewTime = "2026-03-01T10:00:05.000001Z";

  it("orders on the full digits, across zones", () => {
    expect(instantNs(renewTime)! - instantNs(createdAt)!).toBe(1001n);
    expect(compareTimes(createdAt, renewTime)).toBe(-1);
    expect(millisecondsBetween(createdAt, renewTime)).toBe(0.001001);
    expect(compareTimes("2026-03-01T10:00:05Z", "2026-03-01T18:00:05.000+08:00")).toBe(0);
  });

  it("keeps the original text", () => {
    expect(parseTime(createdAt)).toMatchObject({ kind: "instant", text: createdAt });
  });

  it.each(["1970-01-01T00:00:00Z", "1970-01-01T08:00:00+08:00", "0001-01-01T00:00:00Z", "", undefined, null])(
    "reads the zero form %j as not yet",
    (text) => {
      expect(parseTime(text).kind).toBe("not-yet");
      expect(instantNs(text)).toBeUndefined();
    },
  );

  it("writes a MicroTime with exactly six digits, as the server wrote it", () => {
    expect(microTime(instantNs("2026-03-01T10:00:05.120000Z")!)).toBe("2026-03-01T10:00:05.120000Z");
    expect(microTime(instantNs(renewTime)!)).toBe(renewTime);
    expect(microTime(instantNs(createdAt)!)).toBe("2026-03-01T10:00:04.999999Z");
    expect(microTime(instantNs("2026-03-01T10:00:05Z")!)).toBe("2026-03-01T10:00:05.000000Z");
    expect(microTime(-1n)).toBe("1969-12-31T23:59:59.999999Z");
  });
});

describe("parseTime", () => {
  it("reads what Go prints", () => {
    expect(instantNs("2026-03-01 10:00:05.1 +0000 UTC")).toBe(instantNs("2026-03-01T10:00:05.1Z"));
    expect(instantNs("2026-03-01 15:45:05.1 +0545 +0545")).toBe(instantNs("2026-03-01T10:00:05.1Z"));
    expect(instantNs("2026-03-01 07:00:05.1 -0300 -03")).toBe(instantNs("2026-03-01T10:00:05.1Z"));
  });

  it.each(["2026-02-30T10:00:00Z", "2026-03-01T25:00:00Z", "2026-03-01", "yesterday", "2026-03-01T10:00:00"])(
    "does not read %s",
    (text) => {
      expect(parseTime(text).kind).toBe("invalid");
      expect(() => compareTimes(text, "2026-03-01T10:00:00Z")).toThrow(text);
    },
  );
});
