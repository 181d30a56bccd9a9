import type { Recipe } from "../extract/types.js";
import type { Observation } from "../run.js";
import { type Duration, durationBetween, type Point, pointOffset } from "./offset.js";
import type { Timeline, TimelineEntry } from "./types.js";

export type TimelineRecipe = Extract<Recipe, { from: "timeline" }>;

/**
 * An observation that comes from a timeline: the offset of an event from t0, or from the event `since`
 * (`t0` may be said too). The source is the line that told of the event. A moment in a gap gives no value, and
 * is not the same as a moment that never came.
 */
export function readTimeline(recipe: TimelineRecipe, timelines: Timeline[]): Observation {
  const unit = recipe.unit ?? "ms";
  const timeline = timelines.find((candidate) => candidate.id === recipe.timeline);
  if (!timeline) return { missing: "NOT_FOUND", unit, reason: `this run has no timeline ${recipe.timeline}` };
  const fromT0 = recipe.since === undefined || recipe.since === "t0";
  const found = fromT0
    ? sinceT0(pointOffset(timeline, recipe.event))
    : durationBetween(timeline, recipe.since!, recipe.event);
  if (found.durationMs === undefined)
    return { missing: missingStatus(timeline, found.missing), unit, reason: found.reason };
  const value = unit === "s" ? Math.round(found.durationMs * 1000) / 1e6 : found.durationMs;
  return { value, unit, source: found.to.source };
}

function sinceT0(point: Point): Duration | { durationMs: number; to: TimelineEntry } {
  if (point.offsetMs === undefined) return { missing: point.missing, reason: point.reason };
  return { durationMs: point.offsetMs, to: point.entry };
}

/**
 * Not seen while nothing could be seen is FAILED, which proves neither presence nor absence; only a whole timeline
 * proves that there was no such event. A step that was NOT_RUN or BLOCKED explains more than either.
 */
function missingStatus(
  timeline: Timeline,
  missing: "NOT_FOUND" | "INCONCLUSIVE",
): "NOT_RUN" | "BLOCKED" | "FAILED" | "NOT_FOUND" {
  const status = timeline.entries.length === 0 ? timeline.incomplete?.[0]?.status : undefined;
  if (status === "NOT_RUN" || status === "BLOCKED") return status;
  return missing === "INCONCLUSIVE" || status ? "FAILED" : "NOT_FOUND";
}
