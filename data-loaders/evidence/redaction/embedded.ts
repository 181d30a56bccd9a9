import { type Node, readJson } from "./json-text.js";

/**
 * Every JSON value of a text: the whole of it, or each one that begins a line (JSON lines, batched output, an
 * annotation in YAML), also behind a time or a level as logs print it. Reading is bounded to a few times the text's length.
 */
export function jsonValuesIn(text: string): Node[] {
  const found: Node[] = [];
  const starts = /^(?:[ \t]*(?=[{[])|[^{[\n]{1,200}[ \t](?=\{"))/gm;
  let work = 4 * text.length + 1000;
  for (let match = starts.exec(text); match && work > 0; match = starts.exec(text)) {
    const from = match.index + match[0].length;
    const { node, end } = readJson(text, from);
    work -= end - from;
    if (node) found.push(node);
    starts.lastIndex = Math.max(from + 1, node ? end : from + 1);
  }
  return found;
}
