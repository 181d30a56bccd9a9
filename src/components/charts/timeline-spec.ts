/** The Vega-Lite chart of one timeline: a lane an object, points over predicted bands, references as ticks. Pure. */
import type { TimelineChart } from "./data.js";
import { framed, type Look, withData } from "./look.js";
import type { chartWords } from "./words.js";

/** Signals that the buttons and dragging set: what part of time is shown, in seconds from t0. */
export const shown = { from: "shown_from", to: "shown_to" };

const labelHeight = 12;

/** Below this many pixels the names of lanes stand over them instead of beside them. */
const narrow = 520;

export function timelineSpec(
  chart: TimelineChart,
  look: Look,
  t: (typeof chartWords)["en"],
  width: number,
): object {
  const levels = Math.max(0, ...chart.points.map(({ level }) => level)) + 1;
  const above = width < narrow;
  const step = (above ? 40 : 26) + labelHeight * (chart.points.some(({ event }) => event) ? levels : 0);
  const x = {
    field: "s",
    type: "quantitative",
    title: t.seconds,
    axis: { grid: false, tickCount: Math.max(3, Math.round(width / 110)) },
    scale: { domainMin: { expr: shown.from }, domainMax: { expr: shown.to }, nice: false, zero: false },
  };
  const y = {
    field: "lane",
    type: "nominal",
    title: null,
    sort: chart.lanes,
    // without a rectangle Vega-Lite would take a scale of points, which knows no room within a lane
    scale: { type: "band", domain: chart.lanes, paddingInner: 0.1, paddingOuter: levels > 1 ? 0.35 : 0.1 },
    axis: {
      labels: !above,
      labelLimit: Math.min(230, width * 0.28),
      ticks: false,
      domain: false,
      grid: true,
    },
  };
  const span = (values: object[], color: string, opacity: number, label: string, inLane: boolean) => ({
    data: { values },
    mark: { type: "rect", clip: true, color, opacity },
    encoding: {
      x: { ...x, field: "from" },
      x2: { field: "to" },
      ...(inLane && { y }),
      tooltip: [
        { field: label, type: "nominal", title: t.fields[label as keyof typeof t.fields] },
        { field: "from", type: "quantitative", title: t.fields.from },
        { field: "to", type: "quantitative", title: t.fields.to },
      ],
    },
  });
  const inLane = <T extends { lane?: string }>(list: T[]) => list.filter(({ lane }) => lane !== undefined);
  const outside = <T extends { lane?: string }>(list: T[]) => list.filter(({ lane }) => lane === undefined);
  return framed(look, step * (chart.lanes.length + (levels > 1 ? 0.7 : 0.2)), {
    params: [
      { name: shown.from, value: chart.focus[0] },
      { name: shown.to, value: chart.focus[1] },
    ],
    layer: withData([
      span(outside(chart.bands), look.band, 0.1, "prediction", false),
      span(inLane(chart.bands), look.band, 0.24, "prediction", true),
      span(chart.gaps, look.gap, 0.3, "reason", true),
      {
        data: { values: [{ s: 0 }] },
        mark: { type: "rule", clip: true, color: look.soft, strokeDash: [3, 3] },
        encoding: { x },
      },
      {
        data: { values: inLane(chart.references) },
        mark: { type: "tick", clip: true, color: look.reference, thickness: 3, bandSize: 22 },
        encoding: {
          x,
          y,
          tooltip: [
            { field: "label", type: "nominal", title: t.fields.reference },
            { field: "prediction", type: "nominal", title: t.fields.prediction },
          ],
        },
      },
      points(
        chart.points.filter(({ event }) => event === ""),
        x,
        y,
        look.point,
        t,
      ),
      points(
        chart.points.filter(({ event }) => event !== ""),
        x,
        y,
        look.named,
        t,
      ),
      ...labels(chart, x, y, look, above ? 0.5 : 0.85),
      ...(above ? [laneNames(chart, y, look, step)] : []),
    ]),
  });
}

function points(
  values: TimelineChart["points"],
  x: object,
  y: object,
  color: string,
  t: (typeof chartWords)["en"],
): object {
  const named = values.some(({ event }) => event !== "");
  return {
    data: { values },
    mark: {
      type: "point",
      clip: true,
      filled: true,
      color,
      shape: named ? "diamond" : "circle",
      size: named ? 110 : 45,
      opacity: named ? 1 : 0.7,
    },
    encoding: {
      x,
      y,
      tooltip: (["s", "lane", "change", ...(named ? (["event"] as const) : [])] as const).map((field) => ({
        field,
        type: field === "s" ? "quantitative" : "nominal",
        ...(field === "s" && { format: "+.3f" }),
        title: t.fields[field],
      })),
    },
  };
}

/**
 * Names of points over their diamonds, as high as their level says, so that near ones do not overlap; to the left of those
 * at the right edge.
 */
function labels(
  { points, focus: [low, high] }: TimelineChart,
  x: object,
  y: object,
  look: Look,
  edge: number,
): object[] {
  const named = points.filter(({ event }) => event !== "");
  const levels = [...new Set(named.map(({ level }) => level))];
  const atEdge = ({ s }: { s: number }) => s > low + (high - low) * edge;
  return levels.flatMap((level) =>
    [false, true].map((left) => ({
      data: { values: named.filter((point) => point.level === level && atEdge(point) === left) },
      mark: {
        type: "text",
        clip: true,
        dy: -12 - labelHeight * level,
        dx: left ? 3 : -3,
        align: left ? "right" : "left",
        fontSize: 11,
        color: look.named,
      },
      encoding: { x, y, text: { field: "event", type: "nominal" } },
    })),
  );
}

function laneNames({ lanes }: TimelineChart, y: object, look: Look, step: number): object {
  return {
    data: { values: lanes.map((lane) => ({ lane })) },
    mark: { type: "text", align: "left", dy: 10 - step / 2, fontSize: 11, color: look.soft },
    encoding: { x: { value: 2 }, y, text: { field: "lane", type: "nominal" } },
  };
}
