/** JSON written in other ways that mean the same: white space and the order of keys change, numbers keep their digits. */
import { type Node, parseTree } from "jsonc-parser";
import { parseSections } from "../../src/model/extract/section.js";

export const LAYOUTS = ["compact", "two blanks", "tabs", "keys reversed"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** One text, or several after one another; undefined when it is not JSON throughout. Scalars alone are plain text. */
export function laidOut(text: string, layout: Layout): string | undefined {
  const documents = split(text);
  if (!documents) return undefined;
  const isLines = documents.length > 1 && text.trimEnd().split("\n").length === documents.length;
  return `${documents.map((node) => print(text, node, layout, isLines ? "" : "\n", 0)).join("\n")}\n`;
}

/** An output of a step: JSON, or sections of which some are JSON. Anything else stays as it is. */
export function laidOutBytes(bytes: Uint8Array, layout: Layout): Uint8Array {
  const sections = parseSections(bytes);
  const again = (part: Uint8Array) => {
    const changed = laidOut(new TextDecoder().decode(part), layout);
    return changed === undefined ? part : new TextEncoder().encode(changed);
  };
  if (!sections) return again(bytes);
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { start, end } of sections.sections) {
    parts.push(bytes.subarray(done, start), again(bytes.subarray(start, end)));
    done = end;
  }
  return new Uint8Array(Buffer.concat([...parts, bytes.subarray(done)]));
}

function split(text: string): Node[] | undefined {
  const whole = parseOne(text);
  if (whole) return [whole];
  const documents: Node[] = [];
  for (let at = text.search(/\S/); at < text.length && at >= 0; ) {
    if (text[at] !== "{" && text[at] !== "[") return undefined;
    const end = endOf(text, at);
    const node = end === undefined ? undefined : parseOne(text.slice(0, end), at);
    if (!node) return undefined;
    documents.push(node);
    const next = text.slice(end).search(/\S/);
    at = next < 0 ? text.length : end! + next;
  }
  return documents.length === 0 ? undefined : documents;
}

function parseOne(text: string, from = 0): Node | undefined {
  try {
    if (typeof JSON.parse(text.slice(from)) !== "object") return undefined;
  } catch {
    return undefined;
  }
  return parseTree(`${" ".repeat(from)}${text.slice(from)}`);
}

/** Where the document that begins at `at` ends: behind the bracket that closes its first. */
function endOf(text: string, at: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(at).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    if (depth === 0 && token.length === 1) return at + index + 1;
  }
  return undefined;
}

function print(text: string, node: Node, layout: Layout, newline: string, depth: number): string {
  const [open, close] = node.type === "object" ? "{}" : "[]";
  if (node.type !== "object" && node.type !== "array")
    return text.slice(node.offset, node.offset + node.length);
  const inner = (child: Node) => print(text, child, layout, newline, depth + 1);
  const colon = { compact: ":", "two blanks": ":  ", tabs: "\t:\t", "keys reversed": ": " }[layout];
  const members = (node.children ?? []).map((child) =>
    child.type === "property"
      ? `${inner(child.children![0]!)}${colon}${inner(child.children![1]!)}`
      : inner(child),
  );
  if (layout === "keys reversed" && node.type === "object") members.reverse();
  if (members.length === 0) return `${open}${close}`;
  const step = { compact: "", "two blanks": "  ", tabs: "\t", "keys reversed": " " }[layout];
  const line = (deep: number) =>
    layout === "compact" ? "" : newline === "" ? " " : newline + step.repeat(deep);
  return `${open}${line(depth + 1)}${members.join(`,${line(depth + 1)}`)}${line(depth)}${close}`;
}
