import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { durationBetween, pointOffset } from "../../../src/model/timeline/offset.js";
import { readTimeline } from "../../../src/model/timeline/read.js";
import { stamped, textAt, timelineOf } from "./stamped-fixture.js";

const folder = new URL("../../fixtures/k07-notready/", import.meta.url);
const stop = JSON.parse(readFileSync(new URL("01-stop-kubelet.json", folder), "utf8"));
const recorded = readFileSync(new URL("watch-all.jsonl", folder), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

// The recording has no list: what was ADDED before the kubelet was stopped is the state at the start.
const startedAt = new Date(recorded[0].t).toISOString();
const bytes = stamped(
  recorded.map(({ t, path, event }) => ({
    t: t - recorded[0].t,
    at: new Date(t).toISOString(),
    watch: path,
    type: event.type === "ADDED" && t < Date.parse(stop.startedAt) ? "LIST" : event.type,
    object: event.object,
  })),
  startedAt,
);

const pod = "Pod/dep-559fd8d6cc-zz2d6$";
const timeline = timelineOf(
  bytes,
  [
    { name: "unknown", object: "^Node/lab-worker2$", change: "^condition Ready True→Unknown" },
    { name: "noExecute", object: "^Node/", change: "^taint .*unreachable:NoExecute added" },
    { name: "marked", object: `^${pod}`, change: "^deletion requested" },
    { name: "replaced", object: "^Pod/dep-", change: "^created", after: "marked" },
    {
      name: "ready",
      object: "^Node/lab-worker2$",
      change: "^condition Ready Unknown→True",
      after: "unknown",
    },
    { name: "gone", object: `^${pod}`, change: "^deleted" },
    { name: "lastRenewalBefore", object: "^Lease/lab-worker2$", change: "^renewed$" },
    { name: "untolerated", object: "^Pod/unlimited", change: "^deletion requested" },
  ],
  stop.startedAt,
);

describe("k07: a recorded node outage", () => {
  it("finds the points of the outage, in order, by the receiver's clock", () => {
    const at = (event: string) => pointOffset(timeline, event).offsetMs!;
    expect(at("unknown")).toBe(receivedAt("unknown"));
    expect(at("unknown")).toBe(50_516);
    expect(at("noExecute")).toBeGreaterThanOrEqual(at("unknown"));
    expect(at("marked")).toBeGreaterThan(at("noExecute"));
    expect(at("replaced")).toBeGreaterThanOrEqual(at("marked"));
    expect(at("ready")).toBeGreaterThan(131_000);
    expect(at("gone")).toBeGreaterThan(at("ready"));
  });

  it("measures the 30 s toleration from the NoExecute taint", () => {
    const { durationMs } = durationBetween(timeline, "noExecute", "marked");
    expect(durationMs! / 1000).toBeGreaterThan(29);
    expect(durationMs! / 1000).toBeLessThan(31);
  });

  it("has no point for what did not happen", () => {
    expect(timeline.events).not.toHaveProperty("untolerated");
    expect(pointOffset(timeline, "untolerated")).toMatchObject({ missing: "NOT_FOUND" });
  });

  it("has both taints as points of their own with the server's timeAdded", () => {
    const taints = timeline.entries.filter((entry) => /^taint .*unreachable:.* added/.test(entry.change));
    expect(taints.map((entry) => entry.change)).toEqual([
      "taint node.kubernetes.io/unreachable:NoSchedule added",
      "taint node.kubernetes.io/unreachable:NoExecute added",
    ]);
    for (const taint of taints) expect(taint.serverTime).toMatchObject({ text: "2026-11-30T08:51:44Z" });
  });

  it("proves every entry by the bytes of its line", () => {
    for (const entry of timeline.entries) {
      const line = JSON.parse(textAt(bytes, entry.source.span));
      expect(line.object.metadata.uid).toBe(entry.uid);
      expect(line.at).toBe(entry.receivedAt);
    }
  });

  it("accounts for every event of the watches", () => {
    const lines = recorded.filter(
      ({ t, event }) => !(event.type === "ADDED" && t < Date.parse(stop.startedAt)),
    );
    expect(new Set(timeline.entries.map((entry) => entry.source.span![0])).size).toBe(lines.length);
    const renewals = timeline.entries.filter((entry) => entry.change === "renewed");
    expect(renewals).toHaveLength(19 + 18 + 6);
    expect(renewals.every((entry) => /\.\d{6}Z$/.test(entry.serverTime!.text))).toBe(true);
  });

  it("answers recipes with the source of the event's line", () => {
    const recipe = {
      from: "timeline",
      timeline: "line",
      event: "marked",
      since: "noExecute",
      unit: "s",
    } as const;
    const found = readTimeline(recipe, [timeline]);
    expect(found.value).toBeCloseTo(30, 0);
    const line = JSON.parse(textAt(bytes, found.source!.span));
    expect(line.object.metadata.deletionTimestamp).toBeDefined();
  });
});

function receivedAt(event: string): number {
  const entry = timeline.entries[timeline.events[event]!]!;
  return Date.parse(entry.receivedAt) - Date.parse(stop.startedAt);
}
