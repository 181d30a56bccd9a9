import type { Extract } from "../../../src/model/extract/types.js";

/** Every single sample that an extraction reads out of an output, in its order; the run keeps only their statistic. */
export function samplesIn(how: Extract & { kind: "samples" }, text: string): number[] {
  const numbers = [...text.matchAll(new RegExp(how.pattern, "gm"))].map((match) =>
    Number(match[1] ?? match[0]),
  );
  const samples = how.differences
    ? numbers.slice(1).map((number, index) => number - numbers[index]!)
    : numbers;
  return samples.map((sample) =>
    how.scale === undefined ? sample : Math.round(sample * how.scale * 1e6) / 1e6,
  );
}
