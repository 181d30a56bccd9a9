/**
 * Keeps back what comes on stdout before the command's own: what the account's settings print, the launcher's greeting, and
 * the marker after which the command has stdout for itself, byte for byte.
 */
export class GreetingGate {
  readonly #greeting: Buffer;
  readonly #marker: Buffer;
  readonly #onGreeting: () => void;
  #held = Buffer.alloc(0);
  #open = false;
  /** The launcher has said that it waits for its program. */
  greeted = false;
  /** Said on stdout before the greeting; its end, where it is long. */
  preamble = "";

  /** @param marker the line after which the stream is the command's */
  constructor(greeting: string, marker: string, onGreeting: () => void) {
    this.#greeting = Buffer.from(greeting);
    this.#marker = Buffer.from(`${marker}\n`);
    this.#onGreeting = onGreeting;
  }

  /** The part of the chunk that is the command's own. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.#open) return chunk;
    this.#held = Buffer.concat([this.#held, chunk]);
    if (!this.greeted) this.#lookForGreeting();
    const at = this.greeted ? this.#held.indexOf(this.#marker) : -1;
    if (at < 0) {
      this.#held = this.#held.subarray(-longest);
      return new Uint8Array();
    }
    this.#open = true;
    return this.#held.subarray(at + this.#marker.length);
  }

  #lookForGreeting(): void {
    const at = this.#held.indexOf(this.#greeting);
    this.preamble = this.#held.toString("utf8", 0, at < 0 ? undefined : at);
    if (at < 0) return;
    this.greeted = true;
    this.#held = this.#held.subarray(at + this.#greeting.length);
    this.#onGreeting();
  }
}

/** More than any marker is long, and enough of what was said before it for a message. */
const longest = 4096;
