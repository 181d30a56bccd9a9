/**
 * The archive that a bundle is: an uncompressed tar with one spelling only. Compressors differ between versions, so that
 * the same run would not give the same bytes; and what is not compressed cannot explode.
 */
import { BLOCK, fieldsOf, headerOf } from "./header.js";

/** Name → bytes. */
export type Files = Map<string, Uint8Array>;

export interface ArchiveFault {
  /** The entry as its header names it; absent when it is about the archive as a whole. */
  entry?: string;
  /** Where in the archive, in bytes. */
  offset: number;
  /** One sentence. */
  message: string;
}

export interface Limits {
  /** Entries in the archive. */
  entries: number;
  /** Bytes of one entry. */
  entryBytes: number;
  /** Bytes of the whole archive. */
  totalBytes: number;
}

/** The largest run so far has 200 outputs of at most 4 MiB. */
export const LIMITS: Limits = { entries: 20_000, entryBytes: 64 * 2 ** 20, totalBytes: 512 * 2 ** 20 };

/** Sorted by name; two blocks of zeros at the end and nothing after them. */
export function packArchive(files: Files): Uint8Array {
  const names = [...files.keys()].sort();
  const padded = (size: number) => Math.ceil(size / BLOCK) * BLOCK;
  const total = names.reduce((sum, name) => sum + BLOCK + padded(files.get(name)!.length), 2 * BLOCK);
  const archive = new Uint8Array(total);
  let at = 0;
  for (const name of names) {
    const bytes = files.get(name)!;
    archive.set(headerOf(name, bytes.length), at);
    archive.set(bytes, at + BLOCK);
    at += BLOCK + padded(bytes.length);
  }
  return archive;
}

/**
 * The files of an archive, or the first thing in it that packArchive would not have written: another kind of entry, a
 * name that is not allowed, a name twice or out of order, padding that is not empty, anything after the end.
 * Nothing is copied and nothing is taken by a length that the archive itself does not have.
 * @param allowed says what is wrong with a name; undefined when a bundle may hold it
 */
export function readArchive(
  archive: Uint8Array,
  allowed: (name: string) => string | undefined,
  limits: Limits = LIMITS,
): { files: Files; fault?: undefined } | { files?: undefined; fault: ArchiveFault } {
  const wrong = (offset: number, message: string, entry?: string) => ({
    fault: { ...(entry !== undefined && { entry }), offset, message },
  });
  const strange = signatureFault(archive);
  if (strange) return wrong(0, strange);
  if (archive.length > limits.totalBytes)
    return wrong(0, `expected at most ${limits.totalBytes} bytes, got ${archive.length}`);
  const files: Files = new Map();
  let last = "";
  let at = 0;
  for (;;) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.length < BLOCK) return wrong(at, "ends without the two empty blocks that close an archive");
    if (isZero(header)) break;
    const { name, size, type } = fieldsOf(header);
    const kind = kindFault(type) ?? allowed(name);
    if (kind) return wrong(at, kind, name);
    if (files.has(name)) return wrong(at, "stands in the archive twice", name);
    if (name < last) return wrong(at, `stands after ${last}: entries are sorted by name`, name);
    if (files.size >= limits.entries) return wrong(at, `expected at most ${limits.entries} entries`, name);
    if (!(size <= limits.entryBytes))
      return wrong(at, `expected a size of at most ${limits.entryBytes} bytes, got ${size}`, name);
    const field = firstUnequal(header, headerOf(name, size));
    if (field !== undefined)
      return wrong(
        at + field,
        `has a header that is not spelled as labbook writes it, at byte ${field}`,
        name,
      );
    const end = at + BLOCK + size;
    const next = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (next > archive.length) return wrong(at, `says ${size} bytes, and the archive ends before them`, name);
    if (!isZero(archive.subarray(end, next)))
      return wrong(end, "is followed by bytes that should be empty", name);
    files.set(name, archive.subarray(at + BLOCK, end));
    last = name;
    at = next;
  }
  if (archive.length !== at + 2 * BLOCK || !isZero(archive.subarray(at)))
    return wrong(
      at,
      `expected two empty blocks and the end after the last entry, got ${archive.length - at} bytes`,
    );
  return { files };
}

function signatureFault(archive: Uint8Array): string | undefined {
  const starts = (...magic: number[]) => magic.every((byte, index) => archive[index] === byte);
  if (starts(0x1f, 0x8b)) return "is compressed with gzip; a bundle is a plain tar: gunzip it first";
  if (starts(0x28, 0xb5, 0x2f, 0xfd)) return "is compressed with zstd; a bundle is a plain tar";
  if (starts(0x50, 0x4b)) return "is a zip file; a bundle is a plain tar";
  return undefined;
}

const KINDS: Record<string, string> = {
  "1": "a hard link",
  "2": "a symbolic link",
  "3": "a character device",
  "4": "a block device",
  "5": "a folder",
  "6": "a FIFO",
  g: "an extended header",
  x: "an extended header",
  K: "a GNU extension",
  L: "a GNU extension",
  S: "a sparse file",
};

function kindFault(type: string): string | undefined {
  return type === "0"
    ? undefined
    : `is ${KINDS[type] ?? `of the type ${JSON.stringify(type)}`}; a bundle holds plain files only`;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function firstUnequal(left: Uint8Array, right: Uint8Array): number | undefined {
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at < 0 ? undefined : at;
}
