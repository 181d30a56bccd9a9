/** The Vega-Lite chart of one timeline: points over the bands that predictions drew, gaps marked. Pure. */

import type { RunDocument } from "../model/run.js";
import type { Timeline } from "../model/timeline/types.js";

export interface Band {
  fromMs: number;
  toMs: number;
  prediction: string;
}

/** Where predictions about this timeline's points put them, as offsets from t0. */
export function predictedBands(run: RunDocument, timeline: Timeline): Band[] {
  const bands: Band[] = [];
  for (const { id, claim } of run.predictions) {
    const recipe = claim.of.length === 1 ? run.recipes[claim.of[0]!] : undefined;
    if (recipe?.from !== "timeline" || recipe.timeline !== timeline.id) continue;
    const bounds = boundsOf(claim);
    const start = recipe.since === undefined ? 0 : offsetOf(timeline, recipe.since);
    if (!bounds || start === undefined) continue;
    const scale = (claim.unit ?? recipe.unit ?? "ms") === "s" ? 1000 : 1;
    bands.push({ fromMs: start + bounds[0] * scale, toMs: start + bounds[1] * scale, prediction: id });
  }
  return bands;
}

function boundsOf({
  op,
  low,
  high,
  to,
  tolerance,
}: RunDocument["predictions"][number]["claim"]): [number, number] | undefined {
  if (op === "between" && low !== undefined && high !== undefined) return [low, high];
  const middle = to && "literal" in to ? to.literal : undefined;
  if (op === "within" && typeof middle === "number" && tolerance !== undefined)
    return [middle - tolerance, middle + tolerance];
  return undefined;
}

function offsetOf(timeline: Timeline, event: string): number | undefined {
  const index = timeline.events[event];
  return index === undefined ? undefined : timeline.entries[index]?.offsetMs;
}

export interface Colours {
  ink: string;
  faint: string;
  point: string;
  named: string;
  band: string;
  gap: string;
  font: string;
}

export function timelineSpec(timeline: Timeline, bands: Band[], colours: Colours): object {
  const named = new Map(Object.entries(timeline.events).map(([name, index]) => [index, name]));
  const points = timeline.entries.map((entry, index) => ({
    s: entry.offsetMs / 1000,
    object: entry.object,
    change: entry.change,
    event: named.get(index) ?? "",
  }));
  const x = { field: "s", type: "quantitative", title: "s", axis: { grid: false, tickCount: 8 } };
  const y = {
    field: "object",
    type: "nominal",
    title: null,
    sort: [...new Set(timeline.entries.map(({ object }) => object))],
    axis: { labelLimit: 150, ticks: false, domain: false },
  };
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    width: "container",
    height: 30 * new Set(timeline.entries.map(({ object }) => object)).size,
    autosize: { type: "fit-x", contains: "padding" },
    background: "transparent",
    config: {
      font: colours.font,
      view: { stroke: null },
      axis: {
        labelColor: colours.ink,
        titleColor: colours.ink,
        domainColor: colours.faint,
        tickColor: colours.faint,
        gridColor: colours.faint,
      },
    },
    layer: [
      span(
        bands.map(({ fromMs, toMs, prediction }) => ({
          a: fromMs / 1000,
          b: toMs / 1000,
          label: prediction,
        })),
        colours.band,
        0.28,
      ),
      span(
        timeline.gaps.map(({ fromMs, toMs, reason, object }) => ({
          a: fromMs / 1000,
          b: toMs / 1000,
          label: reason,
          object,
        })),
        colours.gap,
        0.3,
        y,
      ),
      {
        data: { values: [{ s: 0 }] },
        mark: { type: "rule", color: colours.faint, strokeDash: [3, 3] },
        encoding: { x },
      },
      {
        data: { values: points },
        mark: { type: "point", filled: true, size: 70, opacity: 0.9 },
        encoding: {
          x,
          y,
          color: { condition: { test: "datum.event !== ''", value: colours.named }, value: colours.point },
          shape: { condition: { test: "datum.event !== ''", value: "diamond" }, value: "circle" },
          tooltip: ["s", "object", "change", "event"].map((field) => ({
            field,
            type: field === "s" ? "quantitative" : "nominal",
          })),
        },
      },
    ],
  };
}

/** Rectangles from `a` to `b`: over the whole height, or in the row of their object. */
function span(
  values: { a: number; b: number; label: string }[],
  color: string,
  opacity: number,
  y?: object,
): object {
  return {
    data: { values },
    mark: { type: "rect", color, opacity },
    encoding: {
      x: { field: "a", type: "quantitative" },
      x2: { field: "b" },
      ...(y && { y }),
      tooltip: { field: "label", type: "nominal" },
    },
  };
}
