import { utf8 } from "./finding.js";

/** A JSON string's content, decoded, with the way back: `map[i]` is the offset in the source of decoded byte i. */
export interface Decoded {
  text: string;
  /** One entry more than `text` is long: the last is the end. */
  map: number[];
}

const plain: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Decodes text[start, end), the content of a JSON string without its quotes. A broken escape stays as it is. */
export function decodeString(text: string, start: number, end: number): Decoded {
  const parts: string[] = [];
  const map: number[] = [];
  for (let at = start; at < end; ) {
    const [bytes, length] = text[at] === "\\" ? escapeAt(text, at, end) : [text[at]!, 1];
    parts.push(bytes);
    for (let i = 0; i < bytes.length; i++) map.push(at);
    at += length;
  }
  map.push(end);
  return { text: parts.join(""), map };
}

/** The bytes that an escape stands for, and how long it is in the source. */
function escapeAt(text: string, at: number, end: number): [string, number] {
  const c = text[at + 1];
  if (c === undefined || at + 1 >= end) return ["\\", 1];
  if (c !== "u") return [plain[c] ?? c, 2];
  const pair = /^((?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[0-9a-fA-F]{4})/.exec(
    text.slice(at, Math.min(at + 12, end)),
  )?.[0];
  return pair ? [utf8(JSON.parse(`"${pair}"`) as string), pair.length] : ["\\", 1];
}
