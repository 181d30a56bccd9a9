/** From moments to places: in proportion to time, or with the same width for every phase. */
import type { Phases } from "./resolve.js";

export type Scale = (at: number) => number;

export function makeScale(phases: Phases, kind: "linear" | "even", left: number, right: number): Scale {
  const stops = kind === "linear" ? [phases.from, phases.to] : evenStops(phases);
  const step = (right - left) / (stops.length - 1);
  return (at) => {
    const inside = Math.min(Math.max(at, stops[0]!), stops.at(-1)!);
    const index = Math.max(
      0,
      Math.min(
        stops.length - 2,
        stops.findLastIndex((stop) => stop <= inside),
      ),
    );
    const [low, high] = [stops[index]!, stops[index + 1]!];
    return left + step * (index + (high === low ? 0 : (inside - low) / (high - low)));
  };
}

function evenStops({ spans, from, to }: Phases): number[] {
  const stops = new Set([from, ...spans.flatMap(({ start, end }) => [start, end]), to]);
  return [...stops].sort((a, b) => a - b);
}
