import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { distributionCharts } from "../../data-loaders/site/charts/distribution-chart.js";
import { readCharts } from "../../data-loaders/site/charts/index.js";
import { timelineChart } from "../../data-loaders/site/charts/timeline-chart.js";
import { distribution } from "../../src/model/distribution.js";
import type { Observation, RunDocument } from "../../src/model/run.js";
import { sampleRun } from "../fixtures/site/sample.js";

const timeline = sampleRun.timelines[0]!;
const chart = (change: Partial<RunDocument> = {}) => timelineChart(timeline, { ...sampleRun, ...change });
const source = { step: "x", stream: "stdout" as const };
const observed = (value: Observation["value"]) => ({ value: value!, source });

describe("a timeline's chart", () => {
  it("has a lane for each object in the order of first changes, and every entry as a point", () => {
    const { lanes, points } = chart();
    expect(lanes).toEqual(["Node/labbook-worker", "Pod/test-input", "Pod/test-input-2"]);
    expect(points.map(({ s, lane, event }) => [s, lane, event])).toEqual(
      timeline.entries.map(({ offsetMs, object }, index) => [
        offsetMs / 1000,
        object,
        Object.entries(timeline.events).find(([, at]) => at === index)?.[0] ?? "",
      ]),
    );
  });

  it("puts a prediction's band into the lane of its point, in seconds from t0", () => {
    expect(chart().bands).toEqual([{ from: 40, to: 60, lane: "Node/labbook-worker", prediction: "late" }]);
  });

  it("counts from the point that the recipe counts from", () => {
    const recipes = {
      notready: {
        from: "timeline",
        timeline: "heartbeat",
        event: "marked",
        since: "unknown",
        unit: "s",
      } as const,
    };
    const [band] = chart({ recipes }).bands;
    expect(band).toMatchObject({ lane: "Pod/test-input" });
    expect([band!.from, band!.to].map((s) => s.toFixed(5))).toEqual(["91.87325", "111.87325"]);
  });

  it("fills in what was observed where a prediction compares with it, and has no band where it was not", () => {
    const predictions = sampleRun.predictions
      .filter(({ id }) => id === "late")
      .map((one) => ({
        ...one,
        reference: { value: 48, unit: "s" },
        claim: { op: "within", of: one.claim.of, to: { observed: "grace" }, tolerance: 5, unit: "s" },
      }));
    const observations = { ...sampleRun.observations, grace: observed(50) };
    expect(chart({ predictions, observations }).bands[0]).toMatchObject({ from: 45, to: 55 });
    expect(chart({ predictions, observations }).references).toEqual([
      { s: 48, lane: "Node/labbook-worker", prediction: "late", label: "48 s" },
    ]);
    expect(chart({ predictions }).bands).toEqual([]);
  });

  it("shows t0 and the named points first, everything when asked", () => {
    const { focus, extent } = chart();
    expect([focus[0] < 0, focus[1] > 82.1, focus[1] < 90]).toEqual([true, true, true]);
    expect([extent[0] < -0.9, extent[1] > 83]).toEqual([true, true]);
  });

  it("lifts the label of a point that is near another one of its lane", () => {
    const near = { ...timeline, events: { unknown: 1, tainted: 2, marked: 3 } };
    const levels = timelineChart(near, sampleRun).points.map(({ event, level }) => [event, level]);
    expect(levels.filter(([event]) => event)).toEqual([
      ["unknown", 0],
      ["tainted", 1],
      ["marked", 0],
    ]);
  });
});

describe("distributions", () => {
  const samples = [0.4, 0.1, 0.3, 0.2, 0.9];
  const run = (recipes: RunDocument["recipes"], values: Record<string, Observation["value"]>) => ({
    ...sampleRun,
    predictions: [],
    recipes,
    observations: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, observed(value)])),
  });

  it("sum up a list with the same quartiles that predictions are judged by", () => {
    const recipes: RunDocument["recipes"] = {
      m: { from: "derived", op: "median", of: ["list"], unit: "ms" },
    };
    const [only] = distributionCharts(run(recipes, { list: samples, m: 0.3 }), () => undefined);
    const { min, p25, median, p75, max } = distribution(samples);
    expect(only).toMatchObject({
      id: "list",
      unit: "ms",
      groups: [{ samples, n: 5, min, p25, median, p75, max }],
    });
  });

  it("take several observations of one statistic together, and leave out what is incomplete or too few", () => {
    const of = ["run.1", "run.2", "run.3"];
    const recipes: RunDocument["recipes"] = { m: { from: "derived", op: "median", of, unit: "s" } };
    const [only] = distributionCharts(run(recipes, { "run.1": 1, "run.2": 2, "run.3": 3 }), () => undefined);
    expect(only!.groups).toMatchObject([{ name: "run.*", samples: [1, 2, 3] }]);
    expect(distributionCharts(run(recipes, { "run.1": 1, "run.2": 2 }), () => undefined)).toEqual([]);
  });

  it("stand in one chart when they are compared with each other", () => {
    const recipes: RunDocument["recipes"] = {
      a: { from: "derived", op: "median", of: ["near"], unit: "ms" },
      b: { from: "derived", op: "median", of: ["far"], unit: "ms" },
      c: { from: "derived", op: "rank", of: ["far", "near"] },
    };
    const charts = distributionCharts(run(recipes, { near: samples, far: samples }), () => undefined);
    expect(charts.map(({ groups }) => groups.map(({ name }) => name))).toEqual([["near", "far"]]);
  });
});

it("samples are read out of the recorded output again, and their statistic is the recorded one", async () => {
  for (const chapter of ["k04", "k06"]) {
    const run = JSON.parse(readFileSync(`src/evidence/${chapter}/run.json`, "utf8")) as RunDocument;
    const { distributions } = await readCharts("src/evidence", run);
    const read = distributions.flatMap(({ groups }) => groups);
    expect(read.length).toBeGreaterThan(0);
    for (const [name, recipe] of Object.entries(run.recipes)) {
      if (recipe.from !== "step" || recipe.extract.kind !== "samples") continue;
      // of two samples no distribution is drawn
      if (chapter === "k06" && !name.startsWith("lease.interval")) continue;
      const { statistic } = recipe.extract;
      if (statistic !== "median" && statistic !== "min" && statistic !== "max") continue;
      expect(read.map((group) => group[statistic])).toContain(run.observations[name]!.value);
    }
  }
});
