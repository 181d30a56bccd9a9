import { errorFunction, mean, wilcoxonRankSum } from "simple-statistics";

export interface Distribution {
  n: number;
  min: number;
  p25: number;
  median: number;
  p75: number;
  p95: number;
  max: number;
  mean: number;
  /** p75 − p25. */
  iqr: number;
}

/** Sums up samples of one unit. Quantiles lie between neighbours in proportion (R's type 7, numpy's default). */
export function distribution(samples: number[]): Distribution {
  if (samples.length === 0) throw new Error("no samples: expected at least one number");
  const wrong = samples.find((sample) => !Number.isFinite(sample));
  if (wrong !== undefined) throw new Error(`expected finite samples, got ${wrong}`);
  const sorted = samples.toSorted((a, b) => a - b);
  const [p25, median, p75, p95] = [0.25, 0.5, 0.75, 0.95].map((share) => quantile(sorted, share));
  return {
    n: sorted.length,
    min: sorted[0]!,
    p25: p25!,
    median: median!,
    p75: p75!,
    p95: p95!,
    max: sorted.at(-1)!,
    mean: mean(sorted),
    iqr: p75! - p25!,
  };
}

export function quantile(sorted: number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  return low + (high - low) * (position - below);
}

export interface RankTest {
  /** Pairs (a, b) in which a is greater, ties counted half: 0 … n(a)·n(b). */
  u: number;
  /** Two-sided, by the normal approximation with correction for ties and continuity. */
  p: number;
  /** What may be said: `none` means that the samples do not show a difference, not that there is none. */
  difference: "a is greater" | "b is greater" | "none" | "too few samples";
}

/** Below this the approximation says little, so no difference is claimed. */
export const FEWEST_SAMPLES = 5;

/** Mann–Whitney U: whether one of two independent groups of samples tends to be greater. */
export function rankTest(a: number[], b: number[], alpha = 0.05): RankTest {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0) return { u: 0, p: 1, difference: "too few samples" };
  const u = wilcoxonRankSum(a, b) - (n * (n + 1)) / 2;
  const total = n + m;
  const ties = tieSizes([...a, ...b]).reduce((sum, size) => sum + size ** 3 - size, 0);
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * Math.max(total - 1, 1))));
  const distance = Math.max(Math.abs(u - (n * m) / 2) - 0.5, 0);
  const p = deviation > 0 ? Math.min(1 - errorFunction(distance / deviation / Math.SQRT2), 1) : 1;
  if (Math.min(n, m) < FEWEST_SAMPLES) return { u, p, difference: "too few samples" };
  if (p >= alpha) return { u, p, difference: "none" };
  return { u, p, difference: u > (n * m) / 2 ? "a is greater" : "b is greater" };
}

function tieSizes(values: number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}
