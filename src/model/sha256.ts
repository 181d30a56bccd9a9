import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";

/** SHA-256 of the bytes (a string counts as its UTF-8 bytes), as 64 lower-case hex digits. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return bytesToHex(sha256(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes));
}
