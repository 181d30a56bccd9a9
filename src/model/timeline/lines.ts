/**
 * The stamped output of watch and background steps: JSON lines. The first line is a header that ties the
 * monotonic stamps to UTC; every later line carries `t`, milliseconds since the header's `start`.
 */
import type { KubeObject } from "./fields.js";

export interface Header {
  clock: "monotonic";
  /** The receiver's monotonic clock when the step began, in ms: makes steps of one process comparable. */
  start: number;
  /** UTC of the same moment, with milliseconds. */
  startedAt: string;
  /** What was watched; absent for a background command. */
  watches?: { name: string; path: string }[];
}

interface Stamp {
  /** Milliseconds since the header's start, three decimals. */
  t: number;
  /** UTC receive time. */
  at: string;
}

/** One object that a list or a watch brought. `synthetic`: found by listing again, not told by the watch. */
export interface ObjectLine extends Stamp {
  watch: string;
  type: "LIST" | "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  synthetic?: true;
  object: KubeObject;
}

/** The watch was not connected from `from` to `to` (ms since start); what was told then was seen late or not. */
export interface GapLine extends Stamp {
  watch: string;
  type: "GAP";
  from: number;
  to: number;
  /** The kind of the watched objects. */
  kind: string;
  reason: string;
}

/** One line that a background command printed. */
export interface TextLine extends Stamp {
  line: string;
}

export type StampedOutputLine = ObjectLine | GapLine | TextLine;

export interface Located<T> {
  value: T;
  /** Byte offsets [start, end) of the line, without its newline. */
  span: [number, number];
}

export interface StampedOutput {
  header: Header;
  lines: Located<StampedOutputLine>[];
  /** Why reading ended before the last byte. */
  broken?: string;
}

/** Reads a step's stamped output up to its last whole line. Throws when there is no header. */
export function readStamped(bytes: Uint8Array): StampedOutput {
  const decoder = new TextDecoder();
  const all: Located<unknown>[] = [];
  let broken: string | undefined;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    const text = decoder.decode(bytes.subarray(start, end));
    try {
      all.push({ value: JSON.parse(text), span: [start, end] });
    } catch {
      broken = `line ${all.length + 1} (byte ${start}) is not JSON: ${text.slice(0, 60)}`;
      break;
    }
    start = end + 1;
  }
  const header = all.shift()?.value as Header | undefined;
  if (header?.clock !== "monotonic" || typeof header.startedAt !== "string")
    throw new Error(`expected a stamped output's header in the first line, got ${JSON.stringify(header)}`);
  return { header, lines: all as Located<StampedOutputLine>[], broken };
}
