import type { RedactionRule } from "../../../src/model/redaction.js";
import { isEscaped } from "./json-text.js";

export interface Span {
  start: number;
  end: number;
  rule: RedactionRule;
}

export interface Masked {
  text: string;
  /** Rule → how many spans it masked. */
  counts: Record<string, number>;
}

/** Replaces every span by `[masked:<rule>]`, which is plain ASCII and so fits into JSON, YAML and text alike. */
export function mask(text: string, spans: Span[]): Masked {
  const counts: Record<string, number> = {};
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, rule } of joined(text, spans)) {
    parts.push(text.slice(at, start), `[masked:${rule}]`);
    counts[rule] = (counts[rule] ?? 0) + 1;
    at = end;
  }
  parts.push(text.slice(at));
  return { text: parts.join(""), counts };
}

/** Spans in order, widened to whole escapes, overlapping ones made one; the widest names the rule. */
function joined(text: string, spans: Span[]): Span[] {
  const sorted = spans
    .map((span) => ({ ...span, ...widened(text, span) }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const out: Span[] = [];
  for (const span of sorted) {
    const last = out.at(-1);
    if (!last || span.start >= last.end) {
      out.push({ ...span });
      continue;
    }
    if (span.end - span.start > last.end - last.start) last.rule = span.rule;
    last.end = Math.max(last.end, span.end);
  }
  return out;
}

/** A span must not begin or end within `\n`, `\"` or `\u0026`: half an escape would break the JSON around it. */
function widened(text: string, { start, end }: Span): { start: number; end: number } {
  return { start: escapeAround(text, start)?.[0] ?? start, end: escapeAround(text, end)?.[1] ?? end };
}

/** The escape that has `at` in its inside. */
function escapeAround(text: string, at: number): [number, number] | undefined {
  for (let back = 1; back <= 5; back++) {
    const from = at - back;
    if (from < 0 || text[from] !== "\\" || isEscaped(text, from)) continue;
    const length = /^\\u[0-9a-fA-F]{4}/.test(text.slice(from, from + 6)) ? 6 : 2;
    return back < length && from + length <= text.length ? [from, from + length] : undefined;
  }
  return undefined;
}

/** The counts of two passes together. */
export function added(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = { ...a };
  for (const [rule, count] of Object.entries(b)) sum[rule] = (sum[rule] ?? 0) + count;
  return sum;
}
