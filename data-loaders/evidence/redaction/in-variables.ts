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
  let nul = -1;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (!isSecretName(match[1]!)) continue;
    const start = match.index + match[0].length;
    if (nul < start) nul = positionOf(text, "\0", start);
    const [from, to] = unquoted(text, start, endOf(text, start, nul));
    const value = text.slice(from, to);
    if (value !== "" && !isOrdinary(value)) found.push({ rule: "env", span: [from, to], value });
    pattern.lastIndex = Math.max(start, to);
  }
  return [...found, ...findInLines(text)];
}

/** NAME=value that is indented, an item of a list, or in the middle of a line: it ends at white space. */
function findInLines(text: string): Finding[] {
  const inner = /(?<=[ \t])([A-Z_][A-Z0-9_]{0,200})=(["']?)([^\s"'$][^\s"']{0,4096})\2/g;
  return [...text.matchAll(inner)].flatMap((match) => {
    const [whole, name, quote, value] = match as unknown as [string, string, string, string];
    if (!isSecretName(name) || isOrdinary(value)) return [];
    const end = match.index + whole.length - quote.length;
    return [{ rule: "env" as const, span: [end - value.length, end] as [number, number], value }];
  });
}

const LONGEST = 128 * 1024; // MAX_ARG_STRLEN: the kernel's bound for one variable

function endOf(text: string, start: number, nul: number): number {
  const lineEnd = positionOf(text, "\n", start);
  if (nul < lineEnd) return nul;
  if (nul === text.length || nul - start > LONGEST) return text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd;
  const next = /\n(?=[A-Za-z_]\w*=|\W{2,}|$)/.exec(text.slice(start, nul));
  return next ? start + next.index : nul;
}

/** Where `what` stands next, or the text's end. */
function positionOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}

function unquoted(text: string, start: number, end: number): [number, number] {
  const quote = text[start];
  const quoted = (quote === '"' || quote === "'") && end - start > 1 && text[end - 1] === quote;
  return quoted ? [start + 1, end - 1] : [start, end];
}
