import { type Form, formsOf } from "./forms.js";
import { isLearnable } from "./ordinary.js";
import type { Span } from "./spans.js";

/** Secrets learned so far, and where copies of them stand in a text. */
export class Copies {
  private readonly forms = new Map<string, Form>();

  /** Takes a secret (a byte string), and each long line of one that has several. */
  add(value: string): void {
    for (const part of [value, ...linesOf(value)]) {
      if (!isLearnable(part.trim())) continue;
      for (const form of formsOf(part)) if (!this.forms.has(form.text)) this.forms.set(form.text, form);
    }
  }

  /** @param cutOff the text ends where a bound cut it, so a secret's beginning at its very end is one too */
  find(text: string, cutOff: boolean): Span[] {
    const spans: Span[] = [];
    for (const form of this.forms.values()) {
      for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at + form.text.length)) {
        spans.push({ rule: "copy", ...reach(text, at, at + form.text.length, form) });
      }
      const tail = cutOff ? headAtEnd(text, form.text) : 0;
      if (tail) spans.push({ rule: "copy", start: text.length - tail, end: text.length });
    }
    return spans;
  }
}

/** A secret of several lines is indented or cut apart elsewhere, so its long lines count each for itself. */
function linesOf(value: string): string[] {
  if (!/[\r\n]/.test(value)) return [];
  return value
    .split(/\\n|[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= 12 && !/^-----/.test(line));
}

function reach(text: string, start: number, end: number, form: Form): { start: number; end: number } {
  let from = start;
  let to = end;
  while (start - from < (form.before ?? 0) && /[\w+/-]/.test(text[from - 1] ?? "")) from--;
  if (form.after && /[\w+/-]/.test(text[to] ?? "")) to++;
  while (form.after && to - end < form.after && text[to] === "=") to++;
  return { start: from, end: to };
}

/** How many of the form's first characters, at least six and fewer than all, the text ends with. */
function headAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length >= 6; length--) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}
