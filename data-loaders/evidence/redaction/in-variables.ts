import type { Finding } from "./finding.js";
import { isSecretName } from "./names.js";
import { isOrdinary } from "./ordinary.js";

/**
 * NAME=value as `/proc/<pid>/environ` has it (each ended by a NUL) and as `env` prints it (one a line).
 * A value in environ may hold line breaks; it ends early only where a next variable or a heading begins.
 */
export function findInVariables(text: string): Finding[] {
  const found: Finding[] = [];
  const pattern = /(?:^|[\0\n])(?:export |declare -x )?([A-Za-z_][A-Za-z0-9_.-]{0,200})=/g;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (!isSecretName(match[1]!)) continue;
    const start = match.index + match[0].length;
    const [from, to] = unquoted(text, start, endOf(text, start));
    const value = text.slice(from, to);
    if (value !== "" && !isOrdinary(value)) found.push({ rule: "env", span: [from, to], value });
    pattern.lastIndex = Math.max(start, to);
  }
  return found;
}

const LONGEST = 128 * 1024; // MAX_ARG_STRLEN: the kernel's bound for one variable

function endOf(text: string, start: number): number {
  const line = text.indexOf("\n", start);
  const lineEnd = line < 0 ? text.length : line;
  const nul = text.slice(start, start + LONGEST).indexOf("\0");
  if (nul < 0) return text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd;
  if (start + nul < lineEnd) return start + nul;
  const next = /\n(?=[A-Za-z_]\w*=|\W{2,}|$)/.exec(text.slice(start, start + nul));
  return start + (next ? next.index : nul);
}

function unquoted(text: string, start: number, end: number): [number, number] {
  const quote = text[start];
  const quoted = (quote === '"' || quote === "'") && end - start > 1 && text[end - 1] === quote;
  return quoted ? [start + 1, end - 1] : [start, end];
}
