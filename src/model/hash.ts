/** Digests over raw bytes and over canonical JSON (RFC 8785), never over pretty-printed text. */
import canonicalize from "canonicalize";
import { sha256Hex } from "./sha256.js";

export { sha256Hex };

/**
 * Canonical JSON (RFC 8785): sorted keys, no white space, one spelling of each number and string.
 * Members whose value is undefined are left out, as JSON.stringify does.
 * Throws a TypeError for a value that JSON has no form for: undefined, a function, NaN, Infinity, a cycle.
 */
export function canonical(value: unknown): string {
  let text: string | undefined;
  try {
    text = canonicalize(value);
  } catch (error) {
    throw new TypeError(`no canonical JSON for this value: ${(error as Error).message}`);
  }
  if (text === undefined) throw new TypeError(`no canonical JSON for ${typeof value}`);
  return text;
}

/** SHA-256 hex of the value's canonical JSON. Two values that are equal as JSON have one digest. */
export function digestOf(value: unknown): string {
  return sha256Hex(canonical(value));
}
