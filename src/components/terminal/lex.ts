/** Cuts output into text, colour sequences and other control characters, by ECMA-48. Pure; offsets are UTF-16. */
export interface Token {
  /** `sgr` sets colours and weight; `control` would move the cursor, clear, ring, link or reorder. */
  kind: "text" | "sgr" | "control";
  from: number;
  to: number;
}

/**
 * In this order: colours; other control sequences (CSI); strings up to their terminator (OSC, DCS, SOS, PM, APC);
 * short escapes; single control characters save tab and line feed; characters that reorder text or cannot be seen.
 */
const pattern = new RegExp(
  [
    "(\\x1b\\[[\\d;:]*m)",
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]",
    "\\x1b[\\]PX^_][^\\x07\\x1b\\n]*(?:\\x07|\\x1b\\\\)",
    "\\x1b[ -/]*[0-Z\\\\`-~]",
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]",
    "[\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]",
  ].join("|"),
  "g",
);

/** Every character belongs to exactly one token. */
export function* lex(text: string): Generator<Token> {
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const from = match.index;
    if (from > end) yield { kind: "text", from: end, to: from };
    end = from + match[0].length;
    yield { kind: match[1] === undefined ? "control" : "sgr", from, to: end };
  }
  if (end < text.length) yield { kind: "text", from: end, to: text.length };
}

/** A control sequence as characters that can be seen: `␛[2J`, `␍`, `U+202E`. */
export function visible(control: string): string {
  return [...control].map(picture).join("");
}

function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return (code > 0x7f && code < 0xa0) || unseen.test(character)
    ? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
    : character;
}

const unseen = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
