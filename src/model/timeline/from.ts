import type { StepRecord } from "../run.js";
import { instantNs, nsToMs } from "../time.js";
import { type Change, objectName } from "./changes/index.js";
import { findEvents } from "./events.js";
import { text } from "./fields.js";
import {
  type Header,
  type Located,
  readStamped,
  type StampedOutput,
  type StampedOutputLine,
} from "./lines.js";
import type { TimelineSpec } from "./spec.js";
import { trackObjects } from "./tracker.js";
import type { Gap, Timeline, TimelineEntry } from "./types.js";

const CLOCK =
  "the receiver's monotonic clock, counted from the start of the watch; the watch's start against t0 by the " +
  "receiver's UTC clock in whole milliseconds. Server times are the server's own UTC clock, as exact as their text.";

/**
 * Reads a timeline out of the stamped output of watch and background steps. Pure: the same bytes give the same
 * timeline. offset = (stamp − the watch's start, monotonic) + (the watch's startedAt − t0's startedAt, UTC).
 */
export function timelineFrom(
  spec: TimelineSpec,
  steps: StepRecord[],
  raw: (sha256: string) => Uint8Array | undefined,
): Timeline {
  const t0 = steps.find((step) => step.id === spec.t0);
  const timeline: Timeline = {
    id: spec.id,
    t0: { step: spec.t0, at: t0?.startedAt ?? "" },
    clock: CLOCK,
    resolutionMs: 1,
    entries: [],
    gaps: [],
    events: {},
  };
  const incomplete: Timeline["incomplete"] = [];
  if (!t0?.startedAt) {
    incomplete.push(lacking(spec.t0, t0, "it never started, so there is no t0"));
    return { ...timeline, incomplete };
  }
  for (const id of spec.from) {
    const step = steps.find((candidate) => candidate.id === id);
    const bytes = step?.stdout && raw(step.stdout.sha256);
    if (!step?.stdout || !bytes || bytes.length === 0) {
      incomplete.push(lacking(id, step, "it has no output"));
      continue;
    }
    const output = readStamped(bytes);
    readOutput(timeline, id, output, t0.startedAt);
    if (output.broken ?? step.stdout.truncatedFrom)
      incomplete.push(
        lacking(id, step, output.broken ?? `only its first ${step.stdout.bytes} bytes are stored`),
      );
    else if (step.status !== "OK") incomplete.push(lacking(id, step, "it did not end well"));
  }
  timeline.entries.sort((a, b) => a.offsetMs - b.offsetMs);
  timeline.gaps.sort((a, b) => a.fromMs - b.fromMs);
  timeline.events = findEvents(timeline.entries, spec.events, spec.id);
  return incomplete.length > 0 ? { ...timeline, incomplete } : timeline;
}

function readOutput(timeline: Timeline, step: string, output: StampedOutput, t0: string): void {
  const t0Ns = mustBeInstant(t0, `startedAt of t0 step`);
  const shift = nsToMs(mustBeInstant(output.header.startedAt, `header of step ${step}`) - t0Ns);
  const trackers = new Map<string, ReturnType<typeof trackObjects>>();
  for (const located of output.lines) {
    const line = located.value;
    if ("type" in line && line.type === "GAP") timeline.gaps.push(gap(line, shift));
    else if ("line" in line)
      timeline.entries.push(entry(located, shift, step, `Line/${step}`, { change: line.line }, t0Ns));
    else {
      const tracker = trackers.get(line.watch) ?? trackObjects();
      trackers.set(line.watch, tracker);
      for (const change of tracker(line))
        timeline.entries.push({
          ...entry(located, shift, step, objectName(line.object), change, t0Ns),
          uid: text(line.object, "metadata", "uid"),
        });
    }
  }
  timeline.resolutionMs = Math.max(timeline.resolutionMs, clockDisagreement(output, t0));
}

function entry(
  located: Located<StampedOutputLine>,
  shift: number,
  step: string,
  object: string,
  { change, server }: Change,
  t0Ns: bigint,
): TimelineEntry {
  return {
    offsetMs: round(located.value.t + shift),
    receivedAt: located.value.at,
    ...(server && {
      serverTime: { text: server.text, field: server.field, offsetMs: round(nsToMs(server.ns - t0Ns)) },
    }),
    object,
    change,
    source: { step, stream: "stdout", span: located.span },
  };
}

function gap(line: { from: number; to: number; kind: string; reason: string }, shift: number): Gap {
  const object = `${line.kind}/*`;
  return { fromMs: round(line.from + shift), toMs: round(line.to + shift), reason: line.reason, object };
}

/**
 * Two UTC stamps of whole milliseconds tie the watch to t0, so 1 ms is the best that can be said. When UTC was
 * set between the watch's start and t0, the two clocks disagree at the line nearest to t0, and by that much more.
 */
function clockDisagreement({ header, lines }: StampedOutput, t0: string): number {
  const nearest = lines.reduce<StampedOutputLine | undefined>(
    (best, { value }) => (!best || distance(value.at, t0) < distance(best.at, t0) ? value : best),
    undefined,
  );
  return nearest ? round(Math.abs(elapsedUtc(header, nearest) - nearest.t)) : 0;
}

function elapsedUtc(header: Header, line: { at: string }): number {
  return Date.parse(line.at) - Date.parse(header.startedAt);
}

function distance(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b));
}

function lacking(id: string, step: StepRecord | undefined, what: string) {
  if (!step) return { step: id, status: "NOT_RUN" as const, reason: `step ${id} is not in this run` };
  const because = step.reason ? `: ${step.reason}` : "";
  return { step: id, status: step.status, reason: `step ${id} is ${step.status}, ${what}${because}` };
}

function mustBeInstant(value: string, where: string): bigint {
  const ns = instantNs(value);
  if (ns === undefined) throw new Error(`${where}: expected a UTC instant, got ${JSON.stringify(value)}`);
  return ns;
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
