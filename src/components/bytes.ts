/** How stored bytes are shown. Pure. */

/** Text in three parts, the middle one being the marked span; a hex dump when the bytes are not text. */
export type Shown =
  | { kind: "text"; before: string; marked: string; after: string; shown: number }
  | { kind: "hex"; text: string; shown: number };

const limit = 200_000;
const hexLimit = 4096;

/** `span` is [start, end) in bytes. At most `limit` bytes are shown, chosen so that the span is among them. */
export function showBytes(bytes: Uint8Array, span?: [number, number]): Shown {
  if (!isText(bytes))
    return {
      kind: "hex",
      text: hexDump(bytes.subarray(0, hexLimit)),
      shown: Math.min(bytes.length, hexLimit),
    };
  const [start, end] = span ?? [0, 0];
  const from = bytes.length <= limit || end <= limit ? 0 : Math.max(0, start - limit / 2);
  const to = Math.min(bytes.length, Math.max(from + limit, end));
  const decode = (a: number, b: number) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(a, b));
  if (!span) return { kind: "text", before: decode(from, to), marked: "", after: "", shown: to - from };
  return {
    kind: "text",
    before: decode(from, start),
    marked: decode(start, end),
    after: decode(end, to),
    shown: to - from,
  };
}

/** UTF-8 without NUL. Output that was cut off may end within a character. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const row = [...bytes.subarray(offset, offset + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${offset.toString(16).padStart(8, "0")}  ${hex.padEnd(47)}  ${text}`);
  }
  return lines.join("\n");
}
