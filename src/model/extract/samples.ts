import { query } from "json-p3";
import { textOf } from "./bytes.js";
import { linesOf } from "./json.js";
import type { Extract, Extracted } from "./types.js";

type Samples = Extract & { kind: "samples" };

/** One statistic over every sample, or over the steps between neighbours. */
export function extractSamples(how: Samples, bytes: Uint8Array): Extracted {
  const where = how.path ?? `/${how.pattern}/`;
  const numbers = numbersIn(how, textOf(bytes));
  if ("missing" in numbers) return numbers;
  if (!numbers.every(Number.isFinite))
    return { missing: `a match of ${where} is not a number`, unread: true };
  const samples = stepsOf(how, numbers);
  if (how.statistic !== "count" && samples.length === 0) {
    const few = how.differences && numbers.length === 1 ? "only one match, so no interval," : "no match";
    return { missing: `${few} of ${where}` };
  }
  const what = how.differences ? `${how.statistic} interval` : how.statistic;
  return {
    value: statistic(how.statistic, samples),
    source: { pointer: `${what} of ${how.path ?? how.pattern}` },
  };
}

/** Every single sample, in the output's order; the run keeps only their statistic. */
export function samplesIn(how: Samples, text: string): number[] {
  const numbers = numbersIn(how, text);
  return "missing" in numbers ? [] : stepsOf(how, numbers);
}

function numbersIn({ path, pattern }: Samples, text: string): number[] | (Extracted & { missing: string }) {
  if (path === undefined)
    return [...text.matchAll(new RegExp(pattern!, "gm"))].map((m) => numberOf(m[1] ?? m[0]));
  const documents = linesOf(text);
  if ("missing" in documents) return documents;
  return Array.from(query(path, documents.value as never)).map(({ value }) =>
    typeof value === "number" ? value : Number.NaN,
  );
}

function stepsOf({ differences: between, scale }: Samples, numbers: number[]): number[] {
  return (between ? differences(numbers) : numbers).map((n) => scaled(n, scale));
}

/** Empty text is no number; Number("") would make a zero of it. */
function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

function differences(numbers: number[]): number[] {
  return numbers.slice(1).map((n, i) => n - numbers[i]!);
}

/** Without the dust of floating point beyond a millionth of the unit. */
function scaled(n: number, scale: number | undefined): number {
  return scale === undefined ? n : Math.round(n * scale * 1e6) / 1e6;
}

function statistic(name: Samples["statistic"], numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  switch (name) {
    case "count":
      return sorted.length;
    case "mean":
      return sorted.reduce((sum, n) => sum + n, 0) / sorted.length;
    case "min":
      return sorted[0]!;
    case "max":
      return sorted.at(-1)!;
    case "median":
      return quantile(sorted, 0.5);
    case "p95":
      return quantile(sorted, 0.95);
    case "iqr":
      return quantile(sorted, 0.75) - quantile(sorted, 0.25);
  }
}

/** Linear interpolation between the two nearest ranks. */
function quantile(sorted: number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)]!;
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at));
}
