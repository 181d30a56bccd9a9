import { describe, expect, it } from "vitest";
import { timelineFrom } from "../../../src/model/timeline/from.js";
import { durationBetween, pointOffset } from "../../../src/model/timeline/offset.js";
import { readTimeline } from "../../../src/model/timeline/read.js";
import { seen, stamped, step, textAt, timelineOf } from "./stamped-fixture.js";

const pod = (uid: string, version: string, more: object = {}, metadata: object = {}) => ({
  kind: "Pod",
  metadata: { name: "web", namespace: "lab", uid, resourceVersion: version, ...metadata },
  ...more,
});
const restarts = (count: number) => ({
  status: { containerStatuses: [{ name: "app", restartCount: count }] },
});
const changes = (timeline: ReturnType<typeof timelineOf>) => timeline.entries.map((entry) => entry.change);

describe("G08, invented minimal input: measured from the right start", () => {
  it("tells the request from deletionTimestamp, and the UID's end from both", () => {
    const deleting = { deletionTimestamp: "2026-03-01T10:00:30Z", deletionGracePeriodSeconds: 30 };
    const bytes = stamped([
      seen(0, "LIST", pod("u-1", "1")),
      seen(250, "MODIFIED", pod("u-1", "2", {}, deleting)),
      seen(2100, "DELETED", pod("u-1", "3", {}, deleting)),
    ]);
    const timeline = timelineOf(bytes, [
      { name: "requested", object: "^Pod/web$", change: "^deletion requested" },
      { name: "gone", object: "^Pod/web$", change: "^deleted$" },
    ]);
    const [requested, gone] = timeline.entries;
    expect(requested).toMatchObject({
      offsetMs: 250,
      change: "deletion requested (grace 30s)",
      serverTime: { text: "2026-03-01T10:00:30Z", offsetMs: 0 },
    });
    expect(gone).toMatchObject({ offsetMs: 2100, change: "deleted", uid: "u-1" });
    expect(gone).not.toHaveProperty("serverTime");
    expect(durationBetween(timeline, "requested", "gone")).toMatchObject({ durationMs: 1850 });
    expect(JSON.stringify(timeline)).not.toContain("-28");
  });

  it("has two taints as two points and measures the toleration from NoExecute", () => {
    const taint = (effect: string, timeAdded: string) => ({ key: "node/unreachable", effect, timeAdded });
    const noSchedule = taint("NoSchedule", "2026-03-01T10:26:09Z");
    const noExecute = taint("NoExecute", "2026-03-01T10:26:18Z");
    const node = (version: string, taints: object[]) => ({
      kind: "Node",
      metadata: { name: "w", uid: "n-1", resourceVersion: version },
      spec: { taints },
    });
    const from26 = 26 * 60_000;
    const bytes = stamped([
      seen(0, "LIST", node("1", [])),
      seen(from26 + 9000, "MODIFIED", node("2", [noSchedule])),
      seen(from26 + 18_000, "MODIFIED", node("3", [noExecute, noSchedule])),
      seen(from26 + 18_001, "LIST", pod("u-1", "1"), "pods"),
      seen(
        from26 + 48_100,
        "MODIFIED",
        pod("u-1", "2", {}, { deletionTimestamp: "2026-03-01T10:27:18Z" }),
        "pods",
      ),
    ]);
    const timeline = timelineOf(bytes, [
      { name: "first", object: "^Node/w$", change: "^taint node/unreachable:.* added" },
      { name: "evicts", object: "^Node/w$", change: "^taint node/unreachable:NoExecute added" },
      { name: "marked", object: "^Pod/", change: "^deletion requested" },
    ]);
    expect(changes(timeline).slice(0, 2)).toEqual([
      "taint node/unreachable:NoSchedule added",
      "taint node/unreachable:NoExecute added",
    ]);
    const recipe = {
      from: "timeline",
      timeline: "line",
      event: "marked",
      since: "evicts",
      unit: "s",
    } as const;
    expect(readTimeline(recipe, [timeline])).toMatchObject({ value: 30.1, unit: "s" });
    expect(timeline.entries[1]!.serverTime!.text).toBe("2026-03-01T10:26:18Z");
  });

  it("names t0, clock and resolution; negative before t0", () => {
    const bytes = stamped([seen(100, "ADDED", pod("u-1", "1")), seen(900, "DELETED", pod("u-1", "2"))]);
    const timeline = timelineOf(bytes, [], "2026-03-01T10:00:00.500Z");
    expect(timeline.entries.map((entry) => entry.offsetMs)).toEqual([-400, 400]);
    expect(timeline.t0).toEqual({ step: "act", at: "2026-03-01T10:00:00.500Z" });
    expect(timeline.clock).toContain("monotonic");
    expect(timeline.resolutionMs).toBe(1);
  });

  it("admits a worse resolution when UTC was set between the watch's start and t0", () => {
    const jumped = { ...seen(100, "ADDED", pod("u-1", "1")), at: "2026-03-01T10:00:03.100Z" };
    expect(timelineOf(stamped([jumped])).resolutionMs).toBe(3000);
  });
});

describe("G07, invented minimal input: a gap is not guessed over", () => {
  const events = [{ name: "restarted", object: "^Pod/web$", change: "restarts 0→" }];
  const gap = (from: number, to: number, kind = "Pod") => ({
    ...{
      t: to,
      at: "2026-03-01T10:00:05.000Z",
      watch: "watch",
      type: "GAP",
      from,
      to,
      kind,
      reason: "410 Expired",
    },
  });
  const bytes = stamped([
    seen(0, "LIST", pod("u-1", "99", restarts(0))),
    gap(100, 5000),
    { ...seen(5000, "LIST", pod("u-1", "250", restarts(2))), synthetic: true },
  ]);

  it("marks the gap, and a moment in it is INCONCLUSIVE with the gap as reason", () => {
    const timeline = timelineOf(bytes, events);
    expect(timeline.gaps).toEqual([{ fromMs: 100, toMs: 5000, reason: "410 Expired", object: "Pod/*" }]);
    expect(changes(timeline)).toContain("container app restarts 0→2");
    const point = pointOffset(timeline, "restarted");
    expect(point).toMatchObject({ missing: "INCONCLUSIVE" });
    const found = readTimeline({ from: "timeline", timeline: "line", event: "restarted" }, [timeline]);
    expect(found).toMatchObject({ missing: "FAILED" });
    expect(found.missing && found.reason).toMatch(/gap of Pod.*100 to 5000 ms \(410 Expired\)/);
    expect(found).not.toHaveProperty("value");
  });

  it("does not doubt a moment outside, nor one of another kind", () => {
    const outside = stamped([
      seen(0, "LIST", pod("u-1", "1", restarts(0))),
      seen(100, "MODIFIED", pod("u-1", "2", restarts(1))),
      gap(100, 5000),
      gap(0, 900, "Node"),
    ]);
    expect(pointOffset(timelineOf(outside, events), "restarted")).toMatchObject({ offsetMs: 100 });
  });

  it("cannot say that nothing happened when something was not seen", () => {
    const nothing = [{ name: "deleted", object: "^Pod/web$", change: "^deleted" }];
    expect(pointOffset(timelineOf(bytes, nothing), "deleted")).toMatchObject({ missing: "INCONCLUSIVE" });
    const failed = timelineOf(stamped([]), nothing, undefined, { status: "FAILED", reason: "403 Forbidden" });
    const point = pointOffset(failed, "deleted");
    expect(point).toMatchObject({
      missing: "INCONCLUSIVE",
      reason: expect.stringContaining("403 Forbidden"),
    });
  });
});

describe("G13, invented minimal input: gone is the UID", () => {
  it("tells the next Pod of the same name from the one that is gone", () => {
    const bytes = stamped([
      seen(0, "LIST", pod("u-1", "1")),
      seen(100, "ADDED", pod("u-2", "3")),
      seen(200, "DELETED", pod("u-1", "4")),
      seen(300, "MODIFIED", pod("u-2", "5", { spec: { nodeName: "w2" } })),
      seen(400, "DELETED", pod("u-2", "6", { spec: { nodeName: "w2" } })),
    ]);
    const timeline = timelineOf(bytes);
    expect(timeline.entries.map((entry) => [entry.uid, entry.change])).toEqual([
      ["u-2", "recreated"],
      ["u-1", "deleted"],
      ["u-2", "node assigned w2"],
      ["u-2", "deleted"],
    ]);
  });
});

describe("G06 on a timeline, invented minimal input", () => {
  const finished = (finishedAt: string) => ({
    status: { containerStatuses: [{ name: "app", state: { terminated: { exitCode: 0, finishedAt } } }] },
  });

  it.each(["1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z", ""])("never makes %j a point", (zero) => {
    const bytes = stamped([
      seen(0, "LIST", pod("u-1", "1")),
      seen(5, "MODIFIED", pod("u-1", "2", finished(zero))),
    ]);
    expect(timelineOf(bytes).entries).toEqual([
      expect.objectContaining({ change: "container app terminated (exit 0)" }),
    ]);
    expect(timelineOf(bytes).entries[0]).not.toHaveProperty("serverTime");
  });

  it("keeps a renewTime's six digits in text and offset", () => {
    const lease = (version: string, renewTime: string) => ({
      kind: "Lease",
      metadata: { name: "w", uid: "l-1", resourceVersion: version },
      spec: { renewTime },
    });
    const bytes = stamped([
      seen(0, "LIST", lease("1", "2026-03-01T10:00:05.000001Z")),
      seen(9, "MODIFIED", lease("2", "2026-03-01T10:00:05.120001Z")),
    ]);
    expect(timelineOf(bytes).entries[0]).toMatchObject({
      change: "renewed",
      serverTime: { text: "2026-03-01T10:00:05.120001Z", field: "spec.renewTime", offsetMs: 5120.001 },
    });
  });
});

describe("sources that are not whole", () => {
  it("says that t0 or the watch never ran, and why", () => {
    const spec = { id: "line", t0: "act", from: ["watch"], events: [] };
    const blocked = step("act", undefined, { status: "BLOCKED", reason: "step up FAILED" });
    const timeline = timelineFrom(spec, [blocked], () => undefined);
    expect(timeline.incomplete).toEqual([
      { step: "act", status: "BLOCKED", reason: expect.stringContaining("step up FAILED") },
    ]);
    const recipe = { from: "timeline", timeline: "line", event: "x" } as const;
    expect(readTimeline(recipe, [timeline])).toMatchObject({ missing: "BLOCKED" });
    expect(readTimeline(recipe, [])).toMatchObject({
      missing: "NOT_FOUND",
      reason: expect.stringContaining("line"),
    });
  });

  it("reads a cut output up to its last whole line, and says so", () => {
    const whole = stamped([seen(0, "LIST", pod("u-1", "1")), seen(5, "DELETED", pod("u-1", "2"))]);
    const timeline = timelineOf(whole.subarray(0, whole.length - 20));
    expect(timeline.entries).toEqual([]);
    expect(timeline.incomplete?.[0]?.reason).toContain("line 3");
  });
});

describe("event patterns", () => {
  const bytes = stamped(
    [1, 2, 3, 4].map((count) =>
      seen(count, count === 1 ? "LIST" : "MODIFIED", pod("u-1", `${count}`, restarts(count))),
    ),
  );
  const named = (pattern: object) => ({ name: "e", object: "Pod", change: "restarts", ...pattern });
  const offset = (...patterns: object[]) => pointOffset(timelineOf(bytes, patterns.map(named)), "e").offsetMs;

  it("takes the first, the n-th, the last, and what follows another", () => {
    expect(offset({})).toBe(2);
    expect(offset({ nth: 1 })).toBe(3);
    expect(offset({ nth: -1 })).toBe(4);
    expect(offset({ nth: 7 })).toBeUndefined();
    expect(offset({ name: "a", change: "2→3" }, { after: "a", nth: 1 })).toBe(4);
    expect(offset({ name: "a", change: "never" }, { after: "a" })).toBeUndefined();
  });

  it("refuses what is no pattern, by name", () => {
    expect(() => offset({ change: "(" })).toThrow(/event e, change: "\(" is no regular expression/);
    expect(() => offset({ after: "nobody" })).toThrow(/"after" names nobody/);
  });
});

describe("background lines", () => {
  it("are entries of their step with the bytes of their line", () => {
    const bytes = stamped([
      { t: 12.5, at: "2026-03-01T10:00:00.012Z", line: "Deleted 10.244.1.0/24 via 172.18.0.3" },
    ]);
    const [entry] = timelineOf(bytes).entries;
    expect(entry).toMatchObject({
      object: "Line/watch",
      change: "Deleted 10.244.1.0/24 via 172.18.0.3",
      offsetMs: 12.5,
    });
    expect(JSON.parse(textAt(bytes, entry!.source.span)).line).toBe(entry!.change);
  });
});
