/** Where in a YAML file a fault is, so that an editor can go there. */
import { isMap, isSeq, LineCounter, parseDocument } from "yaml";
import type { SchemaFault } from "../../src/model/schema.js";

export interface PlacedFault extends SchemaFault {
  /** From 1; of the nearest part that is there when the faulty one is missing. */
  line: number;
}

/** @param faults with paths such as `claims.0.evidence.2`, of the document that `text` is */
export function placed(text: string, faults: SchemaFault[]): PlacedFault[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, logLevel: "error" });
  const lineOf = (offset: number) => counter.linePos(offset).line || 1;
  return faults
    .map((fault) => ({ ...fault, line: lineOf(offsetOf(document.contents, fault.path)) }))
    .sort((a, b) => a.line - b.line);
}

/** Everything that is no YAML in a text, each with its line; none means that it can be read. */
export function yamlFaults(text: string): PlacedFault[] {
  const counter = new LineCounter();
  const { errors, warnings } = parseDocument(text, {
    version: "1.2",
    schema: "core",
    uniqueKeys: true,
    lineCounter: counter,
    prettyErrors: false,
    logLevel: "error",
  });
  return [...errors, ...warnings].map(({ message, pos }) => ({
    path: "",
    message,
    line: counter.linePos(pos[0]).line || 1,
  }));
}

/** The start of the part that the path names, as far as it leads; of a key with its value, the key. */
function offsetOf(root: unknown, path: string): number {
  let node = root;
  let offset = 0;
  let left = path;
  while (left !== "") {
    const next = isMap(node) ? inMap(node, left) : isSeq(node) ? inList(node, left) : undefined;
    if (!next) break;
    ({ node, left } = next);
    offset = next.offset;
  }
  return offset;
}

interface Next {
  node: unknown;
  offset: number;
  left: string;
}

type Ranged = { range?: [number, number, number] | null };

/** A key may have dots of its own: the longest that fits is meant. */
function inMap(node: { items: { key: unknown; value: unknown }[] }, path: string): Next | undefined {
  const fits = node.items
    .map(({ key, value }) => ({ key, value, name: String((key as { value?: unknown })?.value ?? key) }))
    .filter(({ name }) => path === name || path.startsWith(`${name}.`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!fits) return undefined;
  const offset = (fits.key as Ranged).range?.[0] ?? 0;
  return { node: fits.value, offset, left: path.slice(fits.name.length + 1) };
}

function inList(node: { items: unknown[] }, path: string): Next | undefined {
  const [index = ""] = path.split(".");
  const item = /^\d+$/.test(index) ? node.items[Number(index)] : undefined;
  if (item === undefined) return undefined;
  return { node: item, offset: (item as Ranged).range?.[0] ?? 0, left: path.slice(index.length + 1) };
}
