import { byteSpan, textOf } from "./bytes.js";
import type { Extracted } from "./types.js";

/** The whole output without trailing white space. An empty output is a missing value, never an empty string. */
export function extractText(bytes: Uint8Array): Extracted {
  const text = textOf(bytes);
  const value = text.trimEnd();
  if (value === "") return { missing: "the output is empty" };
  const span = byteSpan(bytes, text, 0, value.length);
  return { value, source: span ? { span } : {} };
}
