import type { RedactionRule } from "../../../src/model/redaction.js";

/**
 * Something secret that a rule saw. Texts are "byte strings": one character (0–255) for each byte, so that any output,
 * binary too, goes through unchanged and an offset is a byte offset.
 */
export interface Finding {
  rule: RedactionRule;
  /** Offsets [start, end) to mask in the text that was looked at; absent when only the value is known. */
  span?: [number, number];
  /** The secret itself, decoded, as a byte string: its copies elsewhere are masked too. */
  value?: string;
}

/** One named rule: looks at a whole output and says what in it is secret. */
export type Rule = (text: string) => Finding[];

/** bytes → byte string. */
export function toByteString(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** byte string → bytes. */
export function fromByteString(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** Text as JavaScript has it → the byte string of its UTF-8 form. */
export function utf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
