import { query } from "json-p3";
import { findNodeAtLocation, type ParseError, parseTree } from "jsonc-parser";
import type { Value } from "../run.js";
import { byteSpan, textOf } from "./bytes.js";
import type { Extract, Extracted } from "./types.js";

/** RFC 9535 JSONPath over JSON output. The pointer is the normalized path, the span the bytes of the value. */
export function extractJson(how: Extract & { kind: "json" }, bytes: Uint8Array): Extracted {
  const text = textOf(bytes);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { missing: `the output is not JSON: ${(error as Error).message}`, unread: true };
  }
  const nodes = Array.from(query(how.path, document as never));
  if (how.all) {
    return { value: nodes.map((node) => node.value as Value), source: { pointer: how.path } };
  }
  if (nodes.length === 0) return { missing: `nothing at ${how.path}` };
  if (nodes.length > 1)
    return { missing: `${nodes.length} values at ${how.path}, expected one`, unread: true };
  const node = nodes[0]!;
  const span = spanOf(bytes, text, node.location as (string | number)[]);
  return { value: node.value as Value, source: { pointer: node.path, ...(span && { span }) } };
}

function spanOf(
  bytes: Uint8Array,
  text: string,
  location: (string | number)[],
): [number, number] | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  const found = root && findNodeAtLocation(root, location);
  return found && byteSpan(bytes, text, found.offset, found.offset + found.length);
}
