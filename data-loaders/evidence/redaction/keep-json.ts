import { fromByteString, utf8 } from "./finding.js";
import { added, type Masked } from "./spans.js";

/**
 * A secret may hold quotes or brackets, and then a copy of it may straddle JSON's own punctuation. When masking has
 * broken JSON that was whole before, its strings are masked one by one instead, and the JSON is written anew.
 * JSON lines are seen to line by line.
 */
export function keepJson(before: string, masked: Masked, redact: (text: string) => Masked): Masked {
  if (!/^\s*[{[]/.test(before)) return masked;
  const whole = parse(before);
  if (whole !== undefined) return parse(masked.text) !== undefined ? masked : rewritten(whole, redact);
  const lines = before.split("\n");
  if (
    lines.length < 2 ||
    masked.text.split("\n").every((line, i) => !isJsonLine(lines[i]) || isJsonLine(line))
  )
    return masked;
  let counts: Record<string, number> = {};
  const text = lines.map((line) => {
    const part = redact(line);
    counts = added(counts, part.counts);
    return part.text;
  });
  return { text: text.join("\n"), counts };
}

function isJsonLine(line: string | undefined): boolean {
  return line !== undefined && /^[{[]/.test(line) && parse(line) !== undefined;
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
  const each = (item: unknown): unknown => {
    if (typeof item === "string") {
      const part = redact(utf8(item));
      counts = added(counts, part.counts);
      return Buffer.from(part.text, "latin1").toString("utf8");
    }
    if (Array.isArray(item)) return item.map(each);
    if (item === null || typeof item !== "object") return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, each(inner)]));
  };
  return { text: JSON.stringify(each(value), null, 2), counts };
}
