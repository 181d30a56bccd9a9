/**
 * Takes the remote program's own lines (`<nonce> start <PID>`, `<nonce> end <exit code> [signal]`, …) out of a stream.
 * What stands before the start marker was said by ssh or the login shell, not by the command.
 */
export class MarkerFilter {
  readonly #nonce: Buffer;
  #held: Buffer = Buffer.alloc(0);
  #started = false;
  /** Said before the command started. */
  preamble = "";
  /** The command's process on the remote side, once it has started; told on stderr. */
  pid: number | undefined;
  /** How the command ended, as the shell saw it that waited for it: by itself, or by the signal with this number. */
  end: { exitCode: number } | { signal: number } | undefined;
  /** The command was not started: `missing`, `forbidden`, or `nocwd` where there is no such working directory. */
  refused: string | undefined;
  /** Nothing more of the command comes on this stream. */
  over = false;

  constructor(nonce: string) {
    this.#nonce = Buffer.from(nonce);
  }

  /** The part of the chunk that the command itself printed; a possible marker at its end is held back. */
  push(chunk: Uint8Array): Uint8Array {
    let data = Buffer.concat([this.#held, chunk]);
    const own: Buffer[] = [];
    for (;;) {
      const at = data.indexOf(this.#nonce);
      if (at < 0) break;
      const end = data.indexOf(10, at);
      own.push(this.#keep(data.subarray(0, at)));
      if (end < 0) {
        this.#held = data.subarray(at);
        return Buffer.concat(own);
      }
      this.#read(data.toString("utf8", at + this.#nonce.length, end).trim());
      data = data.subarray(end + 1);
    }
    const safe = Math.max(0, data.length - this.#nonce.length + 1);
    own.push(this.#keep(data.subarray(0, safe)));
    this.#held = data.subarray(safe);
    return Buffer.concat(own);
  }

  rest(): Uint8Array {
    const held = this.#keep(this.#held);
    this.#held = Buffer.alloc(0);
    return held;
  }

  get started(): boolean {
    return this.#started;
  }

  #keep(bytes: Buffer): Buffer {
    if (this.#started) return bytes;
    this.preamble += bytes.toString("utf8");
    return Buffer.alloc(0);
  }

  #read(marker: string): void {
    const [what = "", ...rest] = marker.split(" ");
    if (what === "start") {
      this.#started = true;
      this.pid = rest[0] === undefined ? undefined : Number(rest[0]);
    } else if (what === "end") {
      const code = Number(rest[0]);
      this.end = rest[1] === "signal" ? { signal: code - 128 } : { exitCode: code };
    } else if (what === "over") this.over = true;
    else this.refused = what;
  }
}
