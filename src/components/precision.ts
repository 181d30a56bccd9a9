/** How finely a number may be written: as it was measured, without digits that only arithmetic put there. Pure. */
import type { Verdict } from "../model/predictions/types.js";
import type { RunDocument } from "../model/run.js";

/** Half of the smallest interval that can be told apart, in milliseconds, of each observation that a timeline or its values give. */
export type Resolutions = Record<string, number>;

type Measured = Pick<RunDocument, "recipes"> & { timelines: { id: string; resolutionMs?: number }[] };

export function resolutionsOf(run: Measured): Resolutions {
  const found: Resolutions = {};
  for (const name of Object.keys(run.recipes)) {
    const resolution = resolutionOf(name, run, new Set());
    if (resolution !== undefined) found[name] = resolution;
  }
  return found;
}

const known = new WeakMap<object, Resolutions>();

/** Those that a page's digest of a run brings with it, or that follow from a whole run: worked out once. */
export function resolutionsIn(run: Measured & { resolutions?: Resolutions }): Resolutions {
  const found = run.resolutions ?? known.get(run) ?? resolutionsOf(run);
  known.set(run, found);
  return found;
}

/** A calculated time is no finer than the coarsest of what it is made of. */
function resolutionOf(name: string, run: Measured, above: Set<string>): number | undefined {
  const recipe = Object.hasOwn(run.recipes, name) ? run.recipes[name] : undefined;
  if (!recipe || above.has(name)) return undefined;
  if (recipe.from === "timeline") return run.timelines.find(({ id }) => id === recipe.timeline)?.resolutionMs;
  if (recipe.from !== "derived" || recipe.op === "ratio" || recipe.unit === undefined) return undefined;
  const parts = recipe.of.map((one) => resolutionOf(one, run, new Set([...above, name])));
  const measured = parts.filter((one) => one !== undefined);
  return measured.length > 0 ? Math.max(...measured) : undefined;
}

/** `resolutionMs` counts for times only: in `s` or `ms`. */
export function exactly(value: number, unit?: string, resolutionMs?: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  const finest = resolutionMs && (unit === "s" ? resolutionMs / 1000 : unit === "ms" ? resolutionMs : 0);
  if (finest) return value.toFixed(Math.max(0, Math.ceil(-Math.log10(finest))));
  return withoutNoise(value);
}

/** Binary fractions leave an error in the sixteenth figure, and sums of them one in the fourteenth. */
function withoutNoise(value: number): string {
  return String(Number(value.toPrecision(Math.abs(value) >= 1e6 ? 15 : 12)));
}

/** A verdict's sentences with their numbers as exactly as they were measured. */
export function verdictExactly<V extends Verdict>(
  verdict: V,
  units: Record<string, string | undefined>,
  resolutions: Resolutions,
): V {
  const values = new Map(
    Object.entries(verdict.observed).flatMap(([ref, value]) =>
      typeof value === "number" ? [[String(value), exactly(value, units[ref], resolutions[ref])]] : [],
    ),
  );
  const told = (text: string) =>
    text.replace(/(?<![\w.])\d+\.\d+(?:e[+-]?\d+)?(?![\w.]*\w)/g, (number) => {
      return values.get(number) ?? (number.length > 13 ? withoutNoise(Number(number)) : number);
    });
  return { ...verdict, expected: told(verdict.expected), explanation: told(verdict.explanation) };
}
