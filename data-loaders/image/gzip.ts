/**
 * A gzip file of stored (uncompressed) blocks. A compressor's output may differ between versions of zlib and between
 * processors; stored blocks are the same everywhere, and the few kilobytes of source need no compression.
 * Formats: RFC 1952 (gzip) and RFC 1951, section 3.2.4 (stored blocks).
 */
export function storedGzip(bytes: Uint8Array): Uint8Array {
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255); // no flags, no time, unknown system
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length >>> 0, 4);
  return Buffer.concat([header, ...storedBlocks(bytes), trailer]);
}

const MAX_BLOCK = 0xffff;

function* storedBlocks(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  do {
    const block = bytes.subarray(start, start + MAX_BLOCK);
    start += MAX_BLOCK;
    const head = Buffer.alloc(5);
    head.writeUInt8(start >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    yield head;
    yield block;
  } while (start < bytes.length);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
