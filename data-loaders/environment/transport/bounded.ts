/** Keeps the head of a stream up to a bound and counts the rest. */
export class BoundedBuffer {
  readonly #max: number;
  readonly #chunks: Uint8Array[] = [];
  #kept = 0;
  #total = 0;

  constructor(maxBytes: number) {
    this.#max = maxBytes;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const room = this.#max - this.#kept;
    if (room <= 0 || chunk.length === 0) return;
    const head = chunk.length > room ? chunk.slice(0, room) : chunk;
    this.#chunks.push(head);
    this.#kept += head.length;
  }

  /** Length in bytes of everything that was pushed. */
  get total(): number {
    return this.#total;
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}
