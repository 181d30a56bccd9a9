const decoder = new TextDecoder("utf-8");
const encoder = new TextEncoder();

/** The text of an output; bytes that are not UTF-8 become U+FFFD, and are never a reason to fail. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * Byte offsets [start, end) of text[from, to) in `bytes`, exact for well-formed UTF-8.
 * With malformed bytes a replacement character stands for one to three bytes, so the span is then left out.
 */
export function byteSpan(
  bytes: Uint8Array,
  text: string,
  from: number,
  to: number,
): [number, number] | undefined {
  const start = encoder.encode(text.slice(0, from)).length;
  const end = start + encoder.encode(text.slice(from, to)).length;
  return textOf(bytes.subarray(start, end)) === text.slice(from, to) ? [start, end] : undefined;
}
