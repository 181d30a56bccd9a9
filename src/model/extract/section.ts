/**
 * A batched output: what many commands printed, in one stream, as named sections.
 *
 *     labbook-sections 1 <boundary>
 *     --<boundary> <name>
 *     …content, byte for byte…
 *     --<boundary>. <exit code>
 *     --<boundary>--
 *
 * The boundary is drawn anew for each run and handed to the script as an argument, so that content cannot forge a
 * section. The line end before an end line belongs to the frame. Only an output with its last line is complete.
 */

export interface Section {
  name: string;
  /** Byte offsets [start, end) of the content in the whole output. */
  start: number;
  end: number;
  /** Exit code of the command behind it; null when the output ends within the section. */
  exit: number | null;
}

export interface Sections {
  boundary: string;
  /** Whether the end marker was printed. */
  complete: boolean;
  sections: Section[];
}

const NEWLINE = 10;

/** Reads the frame of a batched output. Undefined when it does not begin as one. */
export function parseSections(bytes: Uint8Array): Sections | undefined {
  const first = lineAt(bytes, 0);
  const boundary = /^labbook-sections 1 ([0-9A-Za-z]{16,64})$/.exec(ascii(bytes, 0, first.end))?.[1];
  if (!boundary) return undefined;
  const result: Sections = { boundary, complete: false, sections: [] };
  let open: Section | undefined;
  for (let at = first.next; at < bytes.length && !result.complete; ) {
    const line = lineAt(bytes, at);
    const mark = bytes[at] === 45 ? frameMark(ascii(bytes, at, line.end), boundary) : undefined;
    if (mark?.kind === "begin" && !open)
      open = { name: mark.text, start: line.next, end: line.next, exit: null };
    if (mark?.kind === "end" && open) {
      result.sections.push({ ...open, end: Math.max(open.start, at - 1), exit: Number(mark.text) });
      open = undefined;
    }
    if (mark?.kind === "last" && !open) result.complete = true;
    at = line.next;
  }
  if (open) result.sections.push({ ...open, end: bytes.length });
  return result;
}

/** The section of that name; the first one, when there are several. */
export function findSection(sections: Sections, name: string): Section | undefined {
  return sections.sections.find((section) => section.name === name);
}

/** How a place in a section is written as a pointer: `section:<name>`, and `#<normalized JSONPath>` in JSON content. */
export function sectionPointer(name: string, path?: string): string {
  return path === undefined ? `section:${name}` : `section:${name}#${path}`;
}

function frameMark(
  line: string,
  boundary: string,
): { kind: "begin" | "end" | "last"; text: string } | undefined {
  const mark = `--${boundary}`;
  if (!line.startsWith(mark)) return undefined;
  const rest = line.slice(mark.length);
  if (rest === "--") return { kind: "last", text: "" };
  if (rest.startsWith(" ")) return { kind: "begin", text: rest.slice(1) };
  return /^\. \d+$/.test(rest) ? { kind: "end", text: rest.slice(2) } : undefined;
}

function lineAt(bytes: Uint8Array, at: number): { end: number; next: number } {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline < 0 ? { end: bytes.length, next: bytes.length } : { end: newline, next: newline + 1 };
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 4096)));
}
