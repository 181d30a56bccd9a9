/** One `key: value` line of block-style YAML, with offsets into the whole text. */
export interface YamlLine {
  /** Column at which the key begins; a list item's `- ` counts as indentation. */
  indent: number;
  key: string;
  /** Offsets of the value's content, without quotes; empty when the value follows on the next lines. */
  start: number;
  end: number;
  /** The value as written, quotes included. */
  written: string;
  /** The mapping that the key belongs to; the same object for all keys of one mapping. */
  mapping: Mapping;
}

/** What is known of one mapping: enough to say whether it is a Kubernetes Secret. */
export interface Mapping {
  indent: number;
  kind?: string;
  /** Which of the once-only keys it has, as bits. */
  seen: number;
}

/**
 * Reads the lines that look like `key: value`; others (block scalars, text between) are left out. So are keys in double
 * quotes: those lines are JSON's.
 */
export function yamlLines(text: string): YamlLine[] {
  const lines: YamlLine[] = [];
  const open: Mapping[] = [];
  const pattern = /^(?:---.*|([ ]{0,80}(?:- ){0,8})('[^'\n]{1,250}'|[\w./-]{1,250}):(?=\s|$)([^\n]*))$/gm;
  for (const match of text.matchAll(pattern)) {
    const [all, lead, quotedKey, rest = ""] = match;
    if (lead === undefined || quotedKey === undefined) {
      open.length = 0;
      continue;
    }
    const key = quotedKey.replace(/^'|'$/g, "");
    const written = rest.trim();
    const from = match.index + all.length - rest.trimStart().length;
    const quote = written.length > 1 && /^["']/.test(written) && written.endsWith(written[0]!) ? 1 : 0;
    const mapping = mappingOf(open, lead, key);
    if (key === "kind") mapping.kind = quote ? written.slice(1, -1) : written;
    const [start, end] = [from + quote, from + written.length - quote];
    lines.push({ indent: lead.length, key, start, end, written, mapping });
  }
  return lines;
}

const once = ["apiVersion", "kind", "metadata", "data", "stringData"];

/** A list item, or a key that the mapping has already, begins a new mapping at the same indentation. */
function mappingOf(open: Mapping[], lead: string, key: string): Mapping {
  const indent = lead.length;
  const bit = once.includes(key) ? 1 << once.indexOf(key) : 0;
  while (open.length > 0 && open.at(-1)!.indent > indent) open.pop();
  const top = open.at(-1);
  if (top?.indent === indent && (lead.includes("- ") || (top.seen & bit) !== 0)) open.pop();
  if (open.at(-1)?.indent !== indent) open.push({ indent, seen: 0 });
  const mapping = open.at(-1)!;
  mapping.seen |= bit;
  return mapping;
}

/** The value of a YAML scalar that stands on one line. */
export function scalarOf(text: string, line: YamlLine): string {
  const content = text.slice(line.start, line.end);
  if (line.written.startsWith("'")) return content.replaceAll("''", "'");
  if (!line.written.startsWith('"')) return content;
  try {
    return JSON.parse(line.written) as string;
  } catch {
    return content; // an escape that JSON does not know: the text as written is what there is to mask
  }
}
