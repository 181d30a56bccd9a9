/** Runs something several times and gives the median of its durations in milliseconds. */
export async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let i = 0; i < times; i++) durations.push(await timed(work));
  return middle(durations);
}

/** Two things turn and turn about, so that a busy moment of the machine meets both: the medians of their durations. */
export async function alternately(
  times: number,
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
): Promise<[number, number]> {
  const [first, second]: [number[], number[]] = [[], []];
  for (let i = 0; i < times; i++) {
    first.push(await timed(a));
    second.push(await timed(b));
  }
  return [middle(first), middle(second)];
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A line of a report: what was measured against what, and the goal. */
export function ratioLine(what: string, ms: number, base: string, baseMs: number, goal?: number): string {
  const ratio = ms / baseMs;
  const verdict = goal === undefined ? "" : ` (goal ≤ ${goal}: ${ratio <= goal ? "met" : "missed"})`;
  return `${what}: ${ms.toFixed(0)} ms, ${base}: ${baseMs.toFixed(0)} ms, ratio ${ratio.toFixed(2)}${verdict}`;
}

/** The median. Sorts what it is given. */
export function middle(durations: number[]): number {
  return durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)]!;
}
