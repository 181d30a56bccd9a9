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
  /** The line begins a list item. */
  item: boolean;
}

/**
 * Reads the lines that look like `key: value`; others (block scalars, text between) are left out. So are keys in double
 * quotes: those lines are JSON's.
 */
export function yamlLines(text: string): YamlLine[] {
  const lines: YamlLine[] = [];
  const pattern = /^([ ]{0,80}(?:- )*)('[^'\n]{1,250}'|[\w./-]{1,250}):(?:[ \t]+([^\n]*?))?[ \t\r]*$/gm;
  for (const match of text.matchAll(pattern)) {
    const [all, lead, key, written = ""] = match as unknown as [string, string, string, string | undefined];
    const from = match.index + all.lastIndexOf(written);
    const quoted = /^(["']).*\1$/s.test(written) && written.length > 1 ? 1 : 0;
    lines.push({
      indent: lead.length,
      key: key.replace(/^'|'$/g, ""),
      start: from + quoted,
      end: from + written.length - quoted,
      written,
      item: lead.includes("- "),
    });
  }
  return lines;
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
