/**
 * A JSON reader that keeps byte offsets and forgives a missing end, so that an output cut off at its bound, or JSON that
 * stands among other text, still shows where its secrets are. Strings are left undecoded: offsets of their content.
 */
export type Node =
  | { kind: "string"; start: number; end: number }
  | { kind: "object"; members: { key: string; value: Node }[]; open: boolean }
  | { kind: "array"; items: Node[]; open: boolean }
  | { kind: "other" };

const MAX_DEPTH = 400;

/** Reads one value that begins at `at`. `end` is where reading stopped; `node` is absent when it is no JSON. */
export function readJson(text: string, at: number): { node?: Node; end: number } {
  const reader = new Reader(text, at);
  const node = reader.value(0);
  return { node: reader.failed ? undefined : node, end: reader.at };
}

class Reader {
  failed = false;
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  value(depth: number): Node {
    this.space();
    const c = this.text[this.at];
    if (c === undefined) return { kind: "other" };
    if (depth > MAX_DEPTH) return this.fail();
    if (c === '"') return this.string();
    if (c === "{") return this.object(depth);
    if (c === "[") return this.array(depth);
    return this.literal();
  }

  private object(depth: number): Node {
    const node: Node = { kind: "object", members: [], open: false };
    this.at++;
    for (let first = true; ; first = false) {
      if (!this.next("}", first, node)) return node;
      if (this.text[this.at] !== '"') return this.fail();
      const key = this.string();
      this.space();
      if (this.at >= this.text.length) return this.opened(node);
      if (this.text[this.at] !== ":") return this.fail();
      this.at++;
      const value = this.value(depth + 1);
      if (this.failed) return node;
      node.members.push({ key: this.text.slice(key.start, key.end), value });
    }
  }

  private array(depth: number): Node {
    const node: Node = { kind: "array", items: [], open: false };
    this.at++;
    for (let first = true; ; first = false) {
      if (!this.next("]", first, node)) return node;
      const item = this.value(depth + 1);
      if (this.failed) return node;
      node.items.push(item);
    }
  }

  /** Moves to the next element; false at the closing bracket, at the end of the text, or at a fault. */
  private next(close: string, first: boolean, node: Node & { open: boolean }): boolean {
    this.space();
    if (this.text[this.at] === close) {
      this.at++;
      return false;
    }
    if (!first && this.text[this.at] === ",") {
      this.at++;
      this.space();
    } else if (!first && this.at < this.text.length) this.fail();
    if (this.at >= this.text.length) node.open = true;
    return !this.failed && !node.open;
  }

  private string(): Node & { kind: "string" } {
    const start = this.at + 1;
    let end = start;
    for (;;) {
      end = this.text.indexOf('"', end);
      if (end < 0) end = this.text.length;
      if (end === this.text.length || !isEscaped(this.text, end, start)) break;
      end++;
    }
    this.at = Math.min(end + 1, this.text.length);
    return { kind: "string", start, end };
  }

  private literal(): Node {
    const match = /[-+.\w]+/y;
    match.lastIndex = this.at;
    if (!match.test(this.text)) return this.fail();
    this.at = match.lastIndex;
    return { kind: "other" };
  }

  private space(): void {
    while (" \n\r\t".includes(this.text[this.at] ?? "x")) this.at++;
  }

  private opened<T extends Node & { open: boolean }>(node: T): T {
    node.open = true;
    return node;
  }

  private fail(): Node {
    this.failed = true;
    return { kind: "other" };
  }
}

/** Whether the character at `at` stands behind an odd number of backslashes (looking back no further than `from`). */
export function isEscaped(text: string, at: number, from = 0): boolean {
  let count = 0;
  while (at - count - 1 >= from && text[at - count - 1] === "\\") count++;
  return count % 2 === 1;
}
