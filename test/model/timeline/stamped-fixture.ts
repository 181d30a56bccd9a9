import type { StepRecord } from "../../../src/model/run.js";
import { timelineFrom } from "../../../src/model/timeline/from.js";
import type { Header, StampedOutputLine } from "../../../src/model/timeline/lines.js";
import type { TimelineSpec } from "../../../src/model/timeline/spec.js";

export const BASE = "2026-03-01T10:00:00.000Z";

/** A stamped output as the collector writes it, from lines whose `t` counts from BASE. */
export function stamped(lines: object[], startedAt = BASE): Uint8Array {
  const header: Header = { clock: "monotonic", start: 5000, startedAt };
  return new TextEncoder().encode([header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
}

export function seen(t: number, type: string, object: object, watch = "watch"): StampedOutputLine {
  const at = new Date(Date.parse(BASE) + Math.floor(t)).toISOString();
  return { t, at, watch, type, object } as StampedOutputLine;
}

export function step(id: string, startedAt: string | undefined, more: Partial<StepRecord> = {}): StepRecord {
  const title = { en: id, zh: id };
  return {
    id,
    case: "normal",
    kind: "watch",
    title,
    target: "api",
    argv: [],
    status: "OK",
    startedAt,
    ...more,
  };
}

/** A timeline over one watch step `watch`, with t0 at `t0At`. */
export function timelineOf(
  bytes: Uint8Array,
  events: TimelineSpec["events"] = [],
  t0At = BASE,
  watchStep: Partial<StepRecord> = {},
) {
  const stdout = { sha256: "a", bytes: bytes.length };
  const steps = [step("act", t0At), step("watch", BASE, { stdout, ...watchStep })];
  const spec = { id: "line", t0: "act", from: ["watch"], events };
  return timelineFrom(spec, steps, (sha) => (sha === "a" ? bytes : undefined));
}

export function textAt(bytes: Uint8Array, span: [number, number] | undefined): string {
  if (!span) throw new Error("no span");
  return new TextDecoder().decode(bytes.subarray(...span));
}
