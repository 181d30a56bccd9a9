/** One timeline as the table that its chart is drawn from. */
import { desc, from, op } from "arquero";
import type { TimelineChart } from "../../../src/components/charts/data.js";
import type { RunDocument } from "../../../src/model/run.js";
import type { Timeline } from "../../../src/model/timeline/types.js";
import { boundsOf, referenceLabel, referenceNumbers, secondsPer } from "./claims.js";

/** Labels nearer to one another than this share of what is shown first would overlap. */
const near = 0.14;

export function timelineChart(timeline: Timeline, run: RunDocument): TimelineChart {
  const named = new Map(Object.entries(timeline.events).map(([name, index]) => [index, name]));
  const entries = from(
    timeline.entries.map(({ offsetMs, object, change }, index) => ({
      s: offsetMs / 1000,
      lane: object,
      change,
      event: named.get(index) ?? "",
    })),
  );
  const gaps = timeline.gaps.map(({ fromMs, toMs, object, reason }) => ({
    from: fromMs / 1000,
    to: toMs / 1000,
    lane: object,
    reason,
  }));
  const seen = entries
    .groupby("lane")
    .rollup({ first: op.min("s"), named: (d: { event: string }) => op.max(d.event) })
    .orderby("first", desc("named"));
  const lanes = [...new Set([...(seen.array("lane") as string[]), ...gaps.map(({ lane }) => lane)])];
  const all = entries.array("s") as number[];
  const marked = [0, ...(entries.filter((d: { event: string }) => d.event !== "").array("s") as number[])];
  const { bands, references } = predicted(timeline, run);
  const extent = padded([...all, 0, ...references.map(({ s }) => s)]);
  const focus = marked.length > 1 ? padded([...marked, ...references.map(({ s }) => s)]) : extent;
  return {
    id: timeline.id,
    lanes,
    points: withLevels(entries.objects() as Omit<TimelineChart["points"][number], "level">[], focus),
    bands,
    references,
    gaps,
    extent,
    focus,
  };
}

/** Some room on both sides, so that no point stands on the edge. */
function padded(values: number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.08, 0.05);
  return [low - room, high + room];
}

/** A label goes one level up while one of its lane, to the left and near, is at its level. */
function withLevels(
  points: Omit<TimelineChart["points"][number], "level">[],
  [low, high]: [number, number],
): TimelineChart["points"] {
  const taken: { lane: string; s: number; level: number }[] = [];
  return points.map((point) => {
    if (point.event === "") return { ...point, level: 0 };
    const close = taken.filter(
      ({ lane, s }) => lane === point.lane && Math.abs(point.s - s) < near * (high - low),
    );
    let level = 0;
    while (close.some((other) => other.level === level)) level++;
    taken.push({ lane: point.lane, s: point.s, level });
    return { ...point, level };
  });
}

function predicted(timeline: Timeline, run: RunDocument): Pick<TimelineChart, "bands" | "references"> {
  const at = (event: string) => timeline.entries[timeline.events[event] ?? -1];
  const bands: TimelineChart["bands"] = [];
  const references: TimelineChart["references"] = [];
  for (const prediction of run.predictions) {
    const { id, claim } = prediction;
    const recipe = claim.of.length === 1 ? run.recipes[claim.of[0]!] : undefined;
    if (recipe?.from !== "timeline" || recipe.timeline !== timeline.id) continue;
    const start = recipe.since === undefined ? 0 : at(recipe.since)?.offsetMs;
    const scale = secondsPer(claim.unit ?? recipe.unit ?? "ms");
    if (start === undefined || scale === undefined) continue;
    const lane = at(recipe.event)?.object;
    const place = { ...(lane && { lane }), prediction: id };
    const bounds = boundsOf(claim, run);
    if (bounds)
      bands.push({ from: start / 1000 + bounds[0] * scale, to: start / 1000 + bounds[1] * scale, ...place });
    const unit = secondsPer(prediction.reference?.unit);
    if (unit !== undefined)
      for (const value of referenceNumbers(prediction))
        references.push({ s: start / 1000 + value * unit, ...place, label: referenceLabel(prediction) });
  }
  return { bands, references };
}
