/** How wide a line of text is when drawn: an estimate on the wide side, so that what fits here fits with any system font. */

/** Width in the units of `size`, the font's size. */
export function textWidth(text: string, size: number, bold = false): number {
  let em = 0;
  for (const sign of text) em += signWidth(sign);
  return em * size * (bold ? 1.07 : 1);
}

/** Broken into lines no wider than `width`: between words, and anywhere between Han characters. `undefined`: a word is too wide. */
export function wrap(text: string, width: number, size: number, bold = false): string[] | undefined {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(pieces) ?? []) {
    if (textWidth(line + piece.trimEnd(), size, bold) <= width) line += piece;
    else {
      if (line !== "") lines.push(line.trimEnd());
      line = piece.trimStart();
      if (textWidth(line.trimEnd(), size, bold) > width) return undefined;
    }
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}

const pieces = /[\u2e80-\uffef][\u3001\u3002\uff01-\uff0f\uff1a\uff1b\uff1f]*|[^\s\u2e80-\uffef]+\s*|\s+/gu;

function signWidth(sign: string): number {
  if (/[\u2e80-\uffef]/u.test(sign)) return 1;
  if (/[mwMW@%]/.test(sign)) return 0.95;
  if (/[A-Z0-9_=+<>→±#&]/.test(sign)) return 0.68;
  if (/[ iljtfr.,:;'|!()/[\]-]/.test(sign)) return 0.39;
  return 0.62;
}
