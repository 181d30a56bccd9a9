/** The part of a text that holds what was searched for, and its marks. */
import { type Child, el } from "../element.js";

/** At most `length` characters around the first term found; the whole text when it is short. */
export function snippet(text: string, terms: string[], length: number): string {
  const plain = text.replaceAll("`", "").replaceAll(/\s+/g, " ").trim();
  if (plain.length <= length) return plain;
  const first = Math.min(...terms.map((term) => plain.toLowerCase().indexOf(term)).filter((at) => at >= 0));
  const from = Number.isFinite(first) ? Math.max(0, Math.min(first - length / 4, plain.length - length)) : 0;
  const start = Math.floor(from);
  return `${start > 0 ? "…" : ""}${plain.slice(start, start + length)}${start + length < plain.length ? "…" : ""}`;
}

/** Every occurrence of a term as a <mark>; the rest as text. */
export function highlighted(text: string, terms: string[]): Child[] {
  return cut(text, terms).map((part, index) => (index % 2 === 1 ? el("mark", null, part) : part));
}

/** The text in parts, of which every second one is a term that was found, in any case. */
export function cut(text: string, terms: string[]): string[] {
  const wanted = terms.filter((term) => term !== "").sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [text];
  return text.split(new RegExp(`(${wanted.map(escaped).join("|")})`, "giu"));
}

function escaped(term: string): string {
  // a hyphen is not escaped: outside a character class the flag u forbids that
  return term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
