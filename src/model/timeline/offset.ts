import type { Gap, Timeline, TimelineEntry } from "./types.js";

export type Point =
  | { offsetMs: number; entry: TimelineEntry }
  /** Nothing matched, or the moment lies where the watch saw nothing. */
  | { offsetMs?: undefined; missing: "NOT_FOUND" | "INCONCLUSIVE"; reason: string };

export type Duration =
  | { durationMs: number; from: TimelineEntry; to: TimelineEntry }
  | { durationMs?: undefined; missing: "NOT_FOUND" | "INCONCLUSIVE"; reason: string };

/** A named point as milliseconds from t0 by the receiver's clock. */
export function pointOffset(timeline: Timeline, event: string): Point {
  const index = timeline.events[event];
  const entry = index === undefined ? undefined : timeline.entries[index];
  if (!entry) return notFound(timeline, event);
  const gap = timeline.gaps.find((candidate) => covers(candidate, entry));
  if (!gap) return { offsetMs: entry.offsetMs, entry };
  const reason = `${event}: ${entry.object} "${entry.change}" was seen at ${entry.offsetMs} ms, in ${inWords(gap)}`;
  return { missing: "INCONCLUSIVE", reason };
}

/** From point `a` to point `b`, in milliseconds; negative when `b` was first. Both by the receiver's clock. */
export function durationBetween(timeline: Timeline, a: string, b: string): Duration {
  const [from, to] = [pointOffset(timeline, a), pointOffset(timeline, b)];
  if (from.offsetMs === undefined) return from;
  if (to.offsetMs === undefined) return to;
  const durationMs = Math.round((to.offsetMs - from.offsetMs) * 1000) / 1000;
  return { durationMs, from: from.entry, to: to.entry };
}

/** What was seen at a gap's very start was still seen in time; what was seen at its end was found by listing. */
function covers(gap: Gap, entry: TimelineEntry): boolean {
  const ofThatKind = entry.object.startsWith(gap.object.replace(/\*$/, ""));
  return ofThatKind && gap.fromMs < entry.offsetMs && entry.offsetMs <= gap.toMs;
}

function notFound(timeline: Timeline, event: string): Point {
  const missed = [...(timeline.incomplete ?? []).map((step) => step.reason), ...timeline.gaps.map(inWords)];
  if (missed.length === 0)
    return { missing: "NOT_FOUND", reason: `${event}: no entry of timeline ${timeline.id} matches` };
  const reason = `${event}: no entry of timeline ${timeline.id} matches, but not all was seen: ${missed.join("; ")}`;
  return { missing: "INCONCLUSIVE", reason };
}

function inWords(gap: Gap): string {
  return `the gap of ${gap.object} from ${gap.fromMs} to ${gap.toMs} ms (${gap.reason})`;
}
