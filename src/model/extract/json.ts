import { query } from "json-p3";
import { findNodeAtLocation, type ParseError, parseTree } from "jsonc-parser";
import type { Value } from "../run.js";
import { byteSpan, textOf } from "./bytes.js";
import { partOf, partsOf } from "./part.js";
import type { Extract, Extracted } from "./types.js";

/** RFC 9535 JSONPath over JSON output. The pointer is the normalized path, the span the bytes of the value. */
export function extractJson(how: Extract & { kind: "json" }, bytes: Uint8Array): Extracted {
  const text = textOf(bytes);
  const start = how.of === "body" ? bodyOf(text) : 0;
  if (start === undefined)
    return { missing: "the output is no HTTP answer with headers, a blank line and a body", unread: true };
  const document = how.of === "lines" ? linesOf(text) : parsed(text.slice(start));
  if ("missing" in document) return document;
  const nodes = Array.from(query(how.path, document.value as never));
  if (how.all) {
    const found = partsOf(
      nodes.map((node) => node.value as Value),
      how,
    );
    return "missing" in found ? found : { ...found, source: { pointer: how.path } };
  }
  if (nodes.length === 0) return { missing: `nothing at ${how.path}` };
  if (nodes.length > 1 && !how.first)
    return { missing: `${nodes.length} values at ${how.path}, expected one`, unread: true };
  const node = nodes[0]!;
  const found = partOf(node.value as Value, how);
  if ("missing" in found) return found;
  const span =
    how.of === "lines" ? undefined : spanOf(bytes, text, node.location as (string | number)[], start);
  return { ...found, source: { pointer: node.path, ...(span && { span }) } };
}

type Document = { value: unknown } | { missing: string; unread: true };

function parsed(text: string): Document {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { missing: `the output is not JSON: ${(error as Error).message}`, unread: true };
  }
}

/** Documents of one line each, as one array. */
export function linesOf(text: string): Document {
  const documents: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const document = parsed(line);
    if ("missing" in document)
      return { missing: document.missing.replace("the output", `line ${index + 1}`), unread: true };
    documents.push(document.value);
  }
  return { value: documents };
}

/** Where the body begins: behind the blank line after the headers of the last answer; interim answers come before it. */
function bodyOf(text: string): number | undefined {
  let start = 0;
  for (let head = HEAD.exec(text); head; head = HEAD.exec(text.slice(start))) start += head[0].length;
  return start === 0 ? undefined : start;
}

const HEAD = /^HTTP\/\S+ \d{3}[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/;

function spanOf(
  bytes: Uint8Array,
  text: string,
  location: (string | number)[],
  start: number,
): [number, number] | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text.slice(start), errors);
  const found = root && findNodeAtLocation(root, location);
  return found && byteSpan(bytes, text, start + found.offset, start + found.offset + found.length);
}
