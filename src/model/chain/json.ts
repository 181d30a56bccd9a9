/** JSON in which every value knows the bytes that it was read from. */
import type { Value } from "../run.js";

export interface JsonNode {
  value: Value;
  /** Byte offsets [start, end) in the whole output; for a string without its quotes. */
  span: [number, number];
  /** Normalized JSONPath (RFC 9535). */
  pointer: string;
  members?: Map<string, JsonNode>;
  items?: JsonNode[];
}

const MAX_DEPTH = 256;

/**
 * Parses bytes[start, end). Several documents one after another count as one array of documents.
 * Throws SyntaxError with the byte offset when it is not JSON.
 */
export function parseJson(bytes: Uint8Array, start = 0, end = bytes.length): JsonNode {
  const documents = new Parser(bytes, end).documents(start);
  if (documents.length === 0) throw new SyntaxError(`expected JSON at byte ${start}, got nothing`);
  if (documents.length === 1) return repoint(documents[0]!, "$");
  const span: [number, number] = [documents[0]!.span[0], documents.at(-1)!.span[1]];
  return repoint({ value: documents.map((node) => node.value), span, pointer: "$", items: documents }, "$");
}

/** The node at a path of member names and indexes; undefined when there is none. */
export function at(node: JsonNode | undefined, ...path: (string | number)[]): JsonNode | undefined {
  let here = node;
  for (const step of path) here = typeof step === "number" ? here?.items?.[step] : here?.members?.get(step);
  return here;
}

/** The path in the notation of a pointer, for messages about what is not there. */
export function pathText(...path: (string | number)[]): string {
  return "$" + path.map(segment).join("");
}

function segment(step: string | number): string {
  if (typeof step === "number") return `[${step}]`;
  const escaped = step.replace(/['\\]/g, "\\$&").replace(/[\u0000-\u001f]/g, (c) => {
    const short = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" }[c];
    return short ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `['${escaped}']`;
}

function repoint(node: JsonNode, pointer: string): JsonNode {
  node.pointer = pointer;
  for (const [name, member] of node.members ?? []) repoint(member, pointer + segment(name));
  (node.items ?? []).forEach((item, index) => {
    repoint(item, pointer + segment(index));
  });
  return node;
}

const DECODER = new TextDecoder();
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

class Parser {
  private at = 0;
  constructor(
    private readonly bytes: Uint8Array,
    private readonly end: number,
  ) {}

  documents(start: number): JsonNode[] {
    this.at = start;
    const found: JsonNode[] = [];
    for (this.space(); this.at < this.end; this.space()) found.push(this.node(0));
    return found;
  }

  private node(depth: number): JsonNode {
    if (depth > MAX_DEPTH) this.fail(`nested deeper than ${MAX_DEPTH}`);
    this.space();
    const code = this.code();
    if (code === OPEN_OBJECT) return this.object(depth);
    if (code === OPEN_ARRAY) return this.array(depth);
    return code === QUOTE ? this.string() : this.literal();
  }

  private object(depth: number): JsonNode {
    const start = this.at++;
    const members = new Map<string, JsonNode>();
    for (this.space(); this.code() !== CLOSE_OBJECT; this.space()) {
      if (members.size > 0) this.take(COMMA);
      this.space();
      if (this.code() !== QUOTE) this.fail("expected a member's name");
      const name = this.string().value as string;
      this.space();
      this.take(COLON);
      members.set(name, this.node(depth + 1));
    }
    this.at++;
    const value = Object.fromEntries([...members].map(([name, node]) => [name, node.value]));
    return { value, span: [start, this.at], pointer: "", members };
  }

  private array(depth: number): JsonNode {
    const start = this.at++;
    const items: JsonNode[] = [];
    for (this.space(); this.code() !== CLOSE_ARRAY; this.space()) {
      if (items.length > 0) this.take(COMMA);
      items.push(this.node(depth + 1));
    }
    this.at++;
    return { value: items.map((item) => item.value), span: [start, this.at], pointer: "", items };
  }

  private string(): JsonNode {
    const start = ++this.at;
    let escaped = false;
    for (let code = this.code(); code !== QUOTE; code = this.code()) {
      if (code < 0x20) this.fail("a control character in a string");
      if (code === BACKSLASH) escaped = true;
      this.at += code === BACKSLASH ? 2 : 1;
    }
    const span: [number, number] = [start, this.at++];
    const text = DECODER.decode(this.bytes.subarray(...span));
    return { value: escaped ? (JSON.parse(`"${text}"`) as string) : text, span, pointer: "" };
  }

  private literal(): JsonNode {
    const start = this.at;
    while (this.at < this.end && isLiteral(this.bytes[this.at]!)) this.at++;
    const text = DECODER.decode(this.bytes.subarray(start, this.at));
    if (!/^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(text)) this.fail("expected a value");
    return { value: JSON.parse(text) as Value, span: [start, this.at], pointer: "" };
  }

  private space(): void {
    for (; this.at < this.end; this.at++) {
      const code = this.bytes[this.at];
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  private take(code: number): void {
    if (this.code() !== code) this.fail(`expected ${String.fromCharCode(code)}`);
    this.at++;
  }

  private code(): number {
    if (this.at >= this.end) this.fail("the text ends too early");
    return this.bytes[this.at]!;
  }

  private fail(what: string): never {
    throw new SyntaxError(`not JSON at byte ${this.at}: ${what}`);
  }
}

/** Letters, digits, and the signs of a number. */
function isLiteral(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    [0x2b, 0x2d, 0x2e, 0x45].includes(code)
  );
}
