import type { Value } from "../../run.js";

/**
 * Whether two values mean the same, whatever kind of value they were read as. The one rule by which values are compared:
 *
 * - text that is a plain decimal number (`1`, `1.0`, `-3.5e2`) means that number, when the other side is a number;
 * - a list of one element means that element;
 * - white space around a text, and full-width forms of letters and digits, mean nothing;
 * - lists agree element by element in order, objects field by field in any order.
 *
 * Two texts are compared as text: `1.10` and `1.1` may be versions, and `0755` is no number.
 */
export function same(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, i) => same(value, b[i]));
  if (Array.isArray(a)) return a.length === 1 && same(a[0], b);
  if (Array.isArray(b)) return b.length === 1 && same(a, b[0]);
  if (typeof a === "string" && typeof b === "string") return plain(a) === plain(b);
  if (typeof a === "number" || typeof b === "number") {
    const [x, y] = [decimal(a), decimal(b)];
    return x !== undefined && x === y;
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const left = Object.entries(a);
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && same(value, (b as Record<string, Value>)[key]))
  );
}

/** A number from a number, from text that is one, or from a list of just one of these. */
export function numeric(value: Value | undefined): number | undefined {
  if (Array.isArray(value)) return value.length === 1 ? numeric(value[0]) : undefined;
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  const text = plain(value);
  return QUANTITY.test(text) ? Number(text) : undefined;
}

/** The value and what it was read as, such as `1 (number)`: two that look alike may be of different kinds. */
export function typed(value: Value | undefined): string {
  return `${show(value)} (${typeOf(value)})`;
}

/** A value as one reads it in an explanation. */
export function show(value: Value | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a clock or a counter prints may begin with zeros. */
const QUANTITY = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Without leading zeros, hexadecimal and separators: those are spellings of something else than a count. */
const DECIMAL = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * A number in one spelling for each amount: digits without trailing zeros, and the power of ten of the last of them. In
 * digits, not in floating point: an integer beyond 2^53 is not the next one.
 */
function decimal(value: Value | undefined): string | undefined {
  const text = plain(typeof value === "number" ? String(value) : typeof value === "string" ? value : "");
  if (!DECIMAL.test(text)) return undefined;
  const [mantissa, power = "0"] = text.toLowerCase().split("e") as [string, string?];
  const [whole, fraction = ""] = mantissa.replace(/^[+-]/, "").split(".") as [string, string?];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  const exponent = Number(power) - fraction.length + (digits.length - kept.length);
  return `${mantissa.startsWith("-") ? "-" : ""}${kept}e${exponent}`;
}

function plain(text: string): string {
  return text.normalize("NFKC").trim();
}

function typeOf(value: Value | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return (
    { string: "text", number: "number", boolean: "yes or no", object: "object" }[typeof value as "string"] ??
    "nothing"
  );
}
