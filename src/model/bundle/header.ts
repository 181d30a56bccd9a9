/** The one header that an entry of a bundle may have: POSIX ustar, a plain file, everything but name and size fixed. */

export const BLOCK = 512;

/** Longest name that the plain name field holds. */
const NAME_BYTES = 100;
/** 2000-01-01: a fixed time, so that the same run gives the same bytes; tar programs warn of dates in 1970. */
const MTIME = 946_684_800;

/** @throws RangeError when the name does not fit: a fault of the caller, names of bundles are short */
export function headerOf(name: string, size: number): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const bytes = new TextEncoder().encode(name);
  if (bytes.length === 0 || bytes.length > NAME_BYTES)
    throw new RangeError(`expected a name of 1 to ${NAME_BYTES} bytes, got ${bytes.length}: ${name}`);
  header.set(bytes, 0);
  put(header, 100, "0000644\0"); // mode
  put(header, 108, "0000000\0"); // owner
  put(header, 116, "0000000\0"); // group
  put(header, 124, `${octal(size, 11)}\0`);
  put(header, 136, `${octal(MTIME, 11)}\0`);
  put(header, 156, "0"); // a plain file
  put(header, 257, "ustar\0" + "00");
  put(header, 148, " ".repeat(8)); // the checksum counts itself as spaces
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(header, 148, `${octal(sum, 6)}\0 `);
  return header;
}

/** What a header says of itself, however wrong it may be: for messages, and to find out what kind of entry it is. */
export function fieldsOf(header: Uint8Array): { name: string; size: number; type: string } {
  const text = (from: number, length: number) => {
    const field = header.subarray(from, from + length);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
  };
  const prefix = text(345, 155);
  const size = text(124, 12).trim();
  return {
    name: (prefix && `${prefix}/`) + text(0, NAME_BYTES),
    size: /^[0-7]{1,12}$/.test(size) ? Number.parseInt(size, 8) : Number.NaN,
    type: text(156, 1),
  };
}

function put(header: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) header[at + index] = text.charCodeAt(index);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
