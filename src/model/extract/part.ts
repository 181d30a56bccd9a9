import type { Value } from "../run.js";
import type { Extracted } from "./types.js";

/** A part of a value that is text: group 1 of the pattern, or the whole match, as a number where it is asked for. */
export function partOf(
  value: Value,
  { part, as }: { part?: string; as?: "number" },
): { value: Value } | (Extracted & { missing: string }) {
  if (part === undefined && as === undefined) return { value };
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const match = part === undefined ? [text] : new RegExp(part).exec(text);
  if (!match) return { missing: `${JSON.stringify(text)} does not match /${part}/` };
  const found = match[1] ?? match[0]!;
  if (as !== "number") return { value: found };
  const number = found.trim() === "" ? Number.NaN : Number(found);
  return Number.isFinite(number)
    ? { value: number }
    : { missing: `${JSON.stringify(found)} is not a number`, unread: true };
}

/** The same of every value of a list. */
export function partsOf(
  values: Value[],
  how: { part?: string; as?: "number" },
): { value: Value[] } | (Extracted & { missing: string }) {
  const parts = values.map((value) => partOf(value, how));
  const missing = parts.find((one) => "missing" in one);
  if (missing) return { ...missing, unread: true };
  return { value: parts.map((one) => (one as { value: Value }).value) };
}
