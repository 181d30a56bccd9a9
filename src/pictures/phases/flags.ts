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
}

export const flagSize = 13;

export function flagWidth({ time, label }: Pick<Flag, "time" | "label">): number {
  const gap = time && label ? 7 : 0;
  return 5 + textWidth(time, flagSize, true) + gap + textWidth(label, flagSize, true);
}

/** A flag covers no line to its right: it hangs above every flag whose line it would cross. */
export function placeFlags(flags: Flag[]): PlacedFlag[] {
  const placed: PlacedFlag[] = [];
  for (const flag of [...flags].sort((a, b) => b.x - a.x)) {
    const width = flagWidth(flag);
    const crossed = placed.filter((other) => other.x <= flag.x + width + 8);
    const level = crossed.length === 0 ? 0 : Math.max(...crossed.map((other) => other.level)) + 1;
    placed.push({ ...flag, width, level });
  }
  return placed.reverse();
}
