/** Flags above the boundaries: each hangs to the right of its line, and rises a level where it would cover another. */
import { textWidth } from "../text-width.js";

export interface Flag {
  x: number;
  /** The time, and what happened. */
  time: string;
  label: string;
  id: string;
}

export interface PlacedFlag extends Flag {
  /** 0 is next to the band. */
  level: number;
  /** Width of its text. */
  width: number;
  /** It hangs to the left of its line. */
  left: boolean;
}

export const flagSize = 13;

/** In one line the time stands before the words, in two above them. */
export function flagWidth({ time, label }: Pick<Flag, "time" | "label">, twoLines: boolean): number {
  const [first, second] = [textWidth(time, flagSize, true), textWidth(label, flagSize, true)];
  return 5 + (twoLines ? Math.max(first, second) : first + (time && label ? 7 : 0) + second);
}

/**
 * A flag covers no line to its right: it hangs above every flag whose line it would cross. One that would pass the
 * right edge hangs to the left of its line, above all that it would cover. `undefined` when lines and flags would cross.
 */
export function placeFlags(flags: Flag[], edge: number, twoLines: boolean): PlacedFlag[] | undefined {
  const sorted = flags
    .map((flag) => ({ ...flag, width: flagWidth(flag, twoLines) }))
    .sort((a, b) => b.x - a.x);
  const placed: PlacedFlag[] = [];
  for (const flag of sorted.filter(({ x, width }) => x + width <= edge))
    placed.push({
      ...flag,
      left: false,
      level: above(placed.filter(({ x }) => x <= flag.x + flag.width + 8)),
    });
  for (const flag of sorted.filter(({ x, width }) => x + width > edge)) {
    const start = flag.x - flag.width - 8;
    const level = above(placed.filter((other) => start < extent(other)[1] && extent(other)[0] < flag.x + 3));
    if (start < 0 || placed.some((other) => other.level < level && crosses(flag.x, other))) return undefined;
    placed.push({ ...flag, left: true, level });
  }
  return placed.sort((a, b) => a.x - b.x);
}

function above(flags: PlacedFlag[]): number {
  return flags.reduce((level, other) => Math.max(level, other.level + 1), 0);
}

export function extent({ x, width, left }: PlacedFlag): [number, number] {
  return left ? [x - width, x] : [x, x + width];
}

function crosses(line: number, flag: PlacedFlag): boolean {
  const [from, to] = extent(flag);
  return line > from + 1 && line < to + 4;
}
