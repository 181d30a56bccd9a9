/** Runs something several times and gives the median of its durations in milliseconds. */
export async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await work();
    durations.push(performance.now() - start);
  }
  durations.sort((a, b) => a - b);
  return durations[Math.floor(durations.length / 2)]!;
}

/** A line of a report: what was measured against what, and the goal. */
export function ratioLine(what: string, ms: number, base: string, baseMs: number, goal?: number): string {
  const ratio = ms / baseMs;
  const verdict = goal === undefined ? "" : ` (goal ≤ ${goal}: ${ratio <= goal ? "met" : "missed"})`;
  return `${what}: ${ms.toFixed(0)} ms, ${base}: ${baseMs.toFixed(0)} ms, ratio ${ratio.toFixed(2)}${verdict}`;
}
