import { fromByteString, utf8 } from "./finding.js";
import { added, type Masked } from "./spans.js";

/**
 * A secret may hold quotes or brackets, and then a copy of it may straddle JSON's own punctuation. When masking has
 * broken JSON that was whole before, or joined parts of it, its strings are masked one by one instead, and the JSON is written anew.
 * JSON lines are seen to line by line.
 */
export function keepJson(before: string, masked: Masked, redact: (text: string) => Masked): Masked {
  if (!/^\s*[{[]/.test(before)) return masked;
  const whole = parse(before);
  if (whole) return sameShape(whole, parse(masked.text)) ? masked : rewritten(whole, redact);
  const lines = before.split("\n");
  const after = masked.text.split("\n");
  const kept =
    after.length === lines.length && lines.every((line, i) => sameShape(parseLine(line), parse(after[i]!)));
  if (lines.length < 2 || kept) return masked;
  let counts: Record<string, number> = {};
  const text = lines.map((line) => {
    const part = redact(line);
    counts = added(counts, part.counts);
    return part.text;
  });
  return { text: text.join("\n"), counts };
}

function parseLine(line: string): { value: unknown } | undefined {
  return /^[{[]/.test(line) ? parse(line) : undefined;
}

/** Objects and lists nest as before; what the strings and keys say may differ. No JSON before: nothing to keep. */
function sameShape(before: { value: unknown } | undefined, after: { value: unknown } | undefined): boolean {
  return !before || (after !== undefined && shapeOf(before.value) === shapeOf(after.value));
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (value === null || typeof value !== "object") return typeof value;
  return `{${Object.values(value).map(shapeOf).join()}}`;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(Buffer.from(fromByteString(text)).toString("utf8")) };
  } catch {
    return undefined; // not JSON: that is the answer, not a fault
  }
}

function rewritten({ value }: { value: unknown }, redact: (text: string) => Masked): Masked {
  let counts: Record<string, number> = {};
  const string = (item: string): string => {
    const part = redact(utf8(item));
    counts = added(counts, part.counts);
    return Buffer.from(part.text, "latin1").toString("utf8");
  };
  const each = (item: unknown): unknown => {
    if (typeof item === "string") return string(item);
    if (Array.isArray(item)) return item.map(each);
    if (item === null || typeof item !== "object") return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [string(key), each(inner)]));
  };
  return { text: JSON.stringify(each(value), null, 2), counts };
}
