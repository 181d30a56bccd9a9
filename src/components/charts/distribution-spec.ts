/** Samples as points, their quartiles as a box and their median as a rule; one row a group. Pure. */
import type { DistributionChart } from "./data.js";
import { framed, type Look, withData } from "./look.js";
import type { chartWords } from "./words.js";

/** How far samples of one row are moved apart, in pixels. */
const SPREAD = 24;

/** When the largest sample is so many medians away, a linear axis would show nothing but it. */
const farOut = 15;

export function isLogarithmic({ groups }: DistributionChart): boolean {
  const least = Math.min(...groups.map(({ min }) => min));
  const most = Math.max(...groups.map(({ max }) => max));
  return least > 0 && most / Math.min(...groups.map(({ median }) => median)) > farOut;
}

export function distributionSpec(
  chart: DistributionChart,
  look: Look,
  t: (typeof chartWords)["en"],
  width: number,
): object {
  const log = isLogarithmic(chart);
  // a logarithmic axis has no zero for a band to begin at
  const bands = chart.bands.filter(({ from }) => !log || from > 0);
  const title = [chart.unit, log && t.logarithmic].filter(Boolean).join(", ");
  const x = (field: string) => ({
    field,
    type: "quantitative",
    title,
    axis: { grid: true, gridOpacity: 0.5, tickCount: Math.max(3, Math.round(width / 120)) },
    scale: log ? { type: "log", nice: false, padding: 12 } : { zero: false },
  });
  const names = chart.groups.map(({ name }) => name);
  const y = {
    field: "group",
    type: "nominal",
    title: null,
    sort: names,
    axis: { labelLimit: Math.max(90, Math.min(200, width * 0.28)), ticks: false, domain: false },
  };
  const groups = chart.groups.map(({ name, samples: _, ...statistics }) => ({ group: name, ...statistics }));
  const samples = chart.groups.flatMap(({ name, samples }) =>
    samples.map((value, index) => ({
      group: name,
      value,
      spread: ((index * 7) % 11) / 11,
      number: index + 1,
    })),
  );
  const statistics = (["n", "min", "p25", "median", "p75", "max"] as const).map((field) => ({
    field,
    type: "quantitative",
    title: t.fields[field],
  }));
  return framed(look, 64 * names.length, {
    layer: withData([
      {
        data: { values: bands },
        mark: { type: "rect", color: look.band, opacity: 0.16 },
        encoding: {
          x: x("from"),
          x2: { field: "to" },
          y,
          tooltip: [{ field: "prediction", type: "nominal", title: t.fields.prediction }],
        },
      },
      {
        data: { values: groups },
        mark: { type: "rule", color: look.soft },
        encoding: { x: x("min"), x2: { field: "max" }, y, tooltip: statistics },
      },
      {
        data: { values: groups },
        mark: { type: "bar", height: 22, color: look.point, opacity: 0.22, stroke: look.point },
        encoding: { x: x("p25"), x2: { field: "p75" }, y, tooltip: statistics },
      },
      {
        data: { values: samples },
        mark: {
          type: "point",
          filled: true,
          size: 26,
          color: look.point,
          opacity: samples.length > 40 ? 0.45 : 0.8,
          // moved apart by hand: a scale of offsets would move every other mark of the lane, too
          yOffset: { expr: `(datum.spread - 0.45) * ${SPREAD}` },
        },
        encoding: {
          x: x("value"),
          y,
          tooltip: [
            { field: "value", type: "quantitative", title: chart.unit || t.fields.value, format: ".6~g" },
            { field: "number", type: "quantitative", title: t.fields.number },
          ],
        },
      },
      {
        data: { values: groups },
        mark: { type: "tick", color: look.named, thickness: 3, bandSize: 34 },
        encoding: { x: x("median"), y, tooltip: statistics },
      },
      {
        data: { values: chart.references.map((one) => ({ ...one })) },
        mark: { type: "tick", color: look.reference, thickness: 3, bandSize: 44 },
        encoding: {
          x: x("value"),
          y,
          tooltip: [
            { field: "label", type: "nominal", title: t.fields.reference },
            { field: "prediction", type: "nominal", title: t.fields.prediction },
          ],
        },
      },
    ]),
  });
}
