/** How stored bytes are shown. Pure. */

/** The whole text and where the marked span stands in it (UTF-16 offsets); a hex dump when the bytes are not text. */
export type Shown =
  | { kind: "text"; text: string; mark?: { from: number; to: number } }
  | { kind: "hex"; text: string; shown: number };

const hexLimit = 4096;

/** `span` is [start, end) in bytes. Of bytes that are no text at most `hexLimit` are shown. */
export function showBytes(bytes: Uint8Array, span?: [number, number]): Shown {
  if (!isText(bytes))
    return {
      kind: "hex",
      text: hexDump(bytes.subarray(0, hexLimit)),
      shown: Math.min(bytes.length, hexLimit),
    };
  const text = decode(bytes);
  if (!span || span[0] >= span[1]) return { kind: "text", text };
  const [from, to] = span.map((end) => decode(bytes.subarray(0, end)).length) as [number, number];
  return { kind: "text", text, mark: { from, to } };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/**
 * UTF-8 with few control characters other than line ends, tabs and colours: what procfs separates with NUL is text.
 * Output that was cut off may end within a character.
 */
function isText(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
  if (controls * 10 > bytes.length) return false;
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
