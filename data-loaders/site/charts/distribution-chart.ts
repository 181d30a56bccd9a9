/** Samples of one quantity, or of several that are compared, with their quartiles. */
import { from, op } from "arquero";
import type { DistributionChart, DistributionGroup } from "../../../src/components/charts/data.js";
import { samplesIn } from "../../../src/model/extract/samples.js";
import type { Recipe } from "../../../src/model/extract/types.js";
import { numeric } from "../../../src/model/predictions/operators/operator.js";
import type { RunDocument, Value } from "../../../src/model/run.js";
import { boundsOf, referenceLabel, referenceNumbers } from "./claims.js";

/** Fewer are no distribution: their values stand in the table of verdicts. */
const fewest = 3;

interface Set {
  name: string;
  unit: string;
  samples: number[];
  /** Sets of one step stand in one chart. */
  chart: string;
  /** Observations that are a statistic of these samples: predictions about them belong to this chart. */
  statistics: string[];
}

/** @param raw the stored text of one step's output */
export function distributionCharts(
  run: RunDocument,
  raw: (step: string, stream: "stdout" | "stderr") => string | undefined,
): DistributionChart[] {
  const sets = setsOf(run, raw).filter(({ samples }) => samples.length >= fewest);
  const compared = Object.values(run.recipes).flatMap((recipe) =>
    recipe.from === "derived" && recipe.op === "rank" ? [recipe.of] : [],
  );
  const charts = new Map<string, Set[]>();
  for (const set of sets) {
    const key = `${compared.find((names) => names.includes(set.name))?.join() ?? set.chart} ${set.unit}`;
    charts.set(key, [...(charts.get(key) ?? []), set]);
  }
  return [...charts.values()].map((members) => chart(members, run));
}

function chart(sets: Set[], run: RunDocument): DistributionChart {
  const groupOf = (ref: string) => sets.find(({ statistics }) => statistics.includes(ref))?.name;
  const about = run.predictions.flatMap((prediction) => {
    const group = prediction.claim.of.length === 1 ? groupOf(prediction.claim.of[0]!) : undefined;
    return group === undefined ? [] : [{ prediction, group }];
  });
  return {
    id: sets.map(({ name }) => name).join(", "),
    unit: sets[0]!.unit,
    groups: sets.map(summary),
    bands: about.flatMap(({ prediction, group }) => {
      const bounds = boundsOf(prediction.claim, run);
      return bounds ? [{ from: bounds[0], to: bounds[1], group, prediction: prediction.id }] : [];
    }),
    references: about.flatMap(({ prediction, group }) =>
      prediction.reference?.unit === sets[0]!.unit
        ? referenceNumbers(prediction).map((value) => ({
            value,
            group,
            prediction: prediction.id,
            label: referenceLabel(prediction),
          }))
        : [],
    ),
  };
}

function summary({ name, samples }: Set): DistributionGroup {
  const [row] = from(samples.map((value) => ({ value })))
    .rollup({
      n: op.count(),
      min: op.min("value"),
      p25: op.quantile("value", 0.25),
      median: op.median("value"),
      p75: op.quantile("value", 0.75),
      max: op.max("value"),
    })
    .objects() as Omit<DistributionGroup, "name" | "samples">[];
  return { name, samples, ...row! };
}

/** Lists that were observed, several observations that one statistic sums up, and samples that only a statistic is of. */
function setsOf(
  run: RunDocument,
  raw: (step: string, stream: "stdout" | "stderr") => string | undefined,
): Set[] {
  const sets = new Map<string, Set>();
  const add = (key: string, set: Omit<Set, "statistics">, statistic: string) => {
    const known = sets.get(key) ?? { ...set, statistics: [] };
    known.statistics.push(statistic);
    sets.set(key, known);
  };
  for (const [ref, recipe] of Object.entries(run.recipes)) {
    const unit = recipe.unit ?? "";
    if (recipe.from === "derived" && isStatistic(recipe.op)) {
      const values = recipe.of.map((name) => numbersOf(run.observations[name]?.value));
      const name = recipe.of.length === 1 ? recipe.of[0]! : commonName(recipe.of);
      if (values.every((value) => value !== undefined))
        add(name, { name, chart: name, unit, samples: values.flat() }, ref);
    }
    if (recipe.from === "step" && recipe.extract.kind === "samples") {
      const { statistic, ...how } = recipe.extract;
      const text = raw(recipe.step, recipe.stream ?? "stdout");
      const name = ref.replace(new RegExp(`\\.(${statistic}|median)$`), "");
      const samples = text === undefined ? [] : samplesIn(recipe.extract, text);
      add(JSON.stringify([recipe.step, how]), { name, chart: recipe.step, unit, samples }, ref);
    }
  }
  return [...sets.values()];
}

function isStatistic(op: (Recipe & { from: "derived" })["op"]): boolean {
  return op === "median" || op === "iqr" || op === "min" || op === "max";
}

/** `restart.c1`, `restart.c2` → `restart.*` */
function commonName(names: string[]): string {
  const [first] = names as [string];
  let length = first.length;
  while (names.some((name) => !name.startsWith(first.slice(0, length)))) length--;
  return `${first.slice(0, length).replace(/[a-z]$/i, "")}*`;
}

function numbersOf(value: Value | undefined): number[] | undefined {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const numbers = list.map(numeric);
  return list.length > 0 && numbers.every((number) => number !== undefined)
    ? (numbers as number[])
    : undefined;
}
