import { performance } from "node:perf_hooks";
import type { StampedLine } from "../../effects.js";

/** A line longer than this is handed on in pieces, so that a stream without line ends cannot fill the memory. */
const longestLine = 1024 * 1024;

/** Cuts a stream into lines; each is stamped with the moment its last byte arrived. */
export class LineStamper {
  readonly #onLine: (line: StampedLine) => void;
  #rest = Buffer.alloc(0);

  constructor(onLine: (line: StampedLine) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    const stamp = stampNow();
    let data = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : Buffer.from(chunk);
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10)) {
      this.#onLine({ ...stamp, line: data.toString("utf8", 0, end) });
      data = data.subarray(end + 1);
    }
    if (data.length > longestLine) {
      this.#onLine({ ...stamp, line: data.toString("utf8") });
      data = Buffer.alloc(0);
    }
    this.#rest = data;
  }

  /** The stream has ended: what is left is its last line. */
  end(): void {
    if (this.#rest.length) this.#onLine({ ...stampNow(), line: this.#rest.toString("utf8") });
    this.#rest = Buffer.alloc(0);
  }
}

function stampNow(): { monotonicMs: number; receivedAt: string } {
  return { monotonicMs: round(performance.now()), receivedAt: new Date().toISOString() };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
