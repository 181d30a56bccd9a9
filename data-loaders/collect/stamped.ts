import type { Header, StampedOutputLine } from "../../src/model/timeline/lines.js";
import type { Clock, StampedLine } from "../effects.js";

/** The output of a watch or background step while it grows: a header, then one JSON line an item. */
export interface StampedWriter {
  readonly header: Header;
  /** Milliseconds since the header's start, three decimals. */
  since(monotonicMs: number): number;
  /** Adds a line; false when it no longer fits, and from then on nothing is added. */
  write(line: StampedOutputLine): boolean;
  bytes(): Uint8Array;
}

export const MAX_STAMPED_BYTES = 32 * 1024 * 1024;

/** Starts a stamped output now: monotonic and UTC clock are read side by side. */
export function startStamped(
  clock: Clock,
  watches?: Header["watches"],
  maxBytes = MAX_STAMPED_BYTES,
): StampedWriter {
  const header: Header = {
    clock: "monotonic",
    start: clock.monotonic(),
    startedAt: clock.now().toISOString(),
    ...(watches && { watches }),
  };
  const lines = [encode(header)];
  let size = lines[0]!.length;
  let full = false;
  return {
    header,
    since: (monotonicMs) => Math.round((monotonicMs - header.start) * 1000) / 1000,
    write(line) {
      const encoded = encode(line);
      full ||= size + encoded.length > maxBytes;
      if (full) return false;
      size += encoded.length;
      lines.push(encoded);
      return true;
    },
    bytes: () => Buffer.concat(lines),
  };
}

/** For a background step: pass `onLine` to Transport.start(), and keep `bytes()` as the step's stdout. */
export function stampLines(clock: Clock, maxBytes?: number) {
  const writer = startStamped(clock, undefined, maxBytes);
  let dropped = 0;
  return {
    onLine(line: StampedLine): void {
      const kept = writer.write({ t: writer.since(line.monotonicMs), at: line.receivedAt, line: line.line });
      if (!kept) dropped += 1;
    },
    bytes: () => writer.bytes(),
    /** Lines that did not fit any more. */
    dropped: () => dropped,
  };
}

function encode(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value) + "\n");
}
