/**
 * Takes the remote wrapper's own lines (`<nonce> start <process group>`, `<nonce> end <exit code>`, …) out of stderr.
 * What stands before the start marker was said by ssh or the login shell, not by the command.
 */
export class MarkerFilter {
  readonly #nonce: Buffer;
  #held: Buffer = Buffer.alloc(0);
  #started = false;
  /** Said before the command started. */
  preamble = "";
  /** Process group on the remote side, once the command has started. */
  group: number | undefined;
  /** The command's own exit code, as the remote wrapper saw it. */
  exitCode: number | undefined;
  /** The wrapper found no such program, may not run it, or has no such working directory. */
  refused: { what: string; detail: string } | undefined;

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
      this.group = Number(rest[0]);
    } else if (what === "end") this.exitCode = Number(rest[0]);
    else this.refused = { what, detail: rest.join(" ") };
  }
}
