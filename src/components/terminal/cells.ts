/** How many cells of a terminal's grid a character takes. Pure. */
import { eastAsianWidth } from "get-east-asian-width";

/** A stretch of narrow characters, or one grapheme that takes two cells. */
export interface Cells {
  text: string;
  wide: boolean;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Below this code point nothing is wide. */
const onlyNarrow = /^[\0-\u10ff]*$/;

/** Joined, they are the text again. */
export function cellsOf(text: string): Cells[] {
  if (onlyNarrow.test(text)) return [{ text, wide: false }];
  const cells: Cells[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = cells.at(-1);
    if (isWide(segment)) cells.push({ text: segment, wide: true });
    else if (last && !last.wide) last.text += segment;
    else cells.push({ text: segment, wide: false });
  }
  return cells;
}

function isWide(grapheme: string): boolean {
  // a variation selector asks for the picture of a character that is narrow by itself
  return grapheme.includes("\ufe0f") || eastAsianWidth(grapheme.codePointAt(0)!) === 2;
}
