/** What the links of a chain are made of: facts with their proof, and reasons why there is none. */
import type { Source, Value } from "../run.js";
import type { JsonNode } from "./json.js";
import type { BreakCode, Layer, Link } from "./types.js";

/** A value with the place that it was read from. */
export interface Fact<T extends Value = Value> {
  value: T;
  source: Source;
}

export interface Broken {
  code: BreakCode;
  reason: string;
  remedy?: string;
}

/** What another layer says about the same thing. */
export interface Witness {
  with: string;
  fact: Fact | undefined;
}

export function isBroken(thing: object | undefined): thing is Broken {
  return thing !== undefined && "code" in thing && "reason" in thing;
}

export function broken(code: BreakCode, reason: string, remedy?: string): Broken {
  return remedy === undefined ? { code, reason } : { code, reason, remedy };
}

/** Two layers speak about it, in forms that do not say whether they mean the same: no proof, and no contradiction. */
export function notComparable(why: string): Broken {
  return broken("not-comparable", `cannot be compared: ${why}`);
}

/** The value of a JSON node, read through a function that turns the node into its source. */
export type SourceOf = (node: JsonNode) => Source;

/** Collects links; every id appears once. */
export class LinkList {
  readonly links: Link[] = [];

  constructor(
    private readonly prefix = "",
    private readonly container?: string,
  ) {}

  /** Links of one container; they land in their own list. */
  static forContainer(name: string): LinkList {
    return new LinkList(`container.${name}.`, name);
  }

  /** A value that one or several places prove together. */
  value(id: string, layer: Layer, value: Value, sources: Source[], extra: Partial<Link> = {}): undefined {
    this.push({ ...this.head(id, layer), value, sources, ...extra });
  }

  broken(id: string, layer: Layer, reason: Broken): undefined {
    const { code, remedy } = reason;
    const entry =
      remedy === undefined ? { code, reason: reason.reason } : { code, reason: reason.reason, remedy };
    this.push({ ...this.head(id, layer), sources: [], break: entry });
  }

  /** One fact, or the reason why it is missing; whoever else speaks about it must say the same. */
  fact(id: string, layer: Layer, fact: Fact | Broken, witnesses: Witness[] = [], unit?: string): undefined {
    if (isBroken(fact)) return this.broken(id, layer, fact);
    const heard = witnesses.filter((w): w is { with: string; fact: Fact } => w.fact !== undefined);
    const other = heard.find((w) => String(w.fact.value) !== String(fact.value));
    if (other) {
      const reason = `expected one value, got ${show(fact.value)} and, from ${other.with}, ${show(other.fact.value)}`;
      return this.broken(id, layer, broken("mismatch", reason));
    }
    const agrees = heard.map((w) => ({ with: w.with, source: w.fact.source }));
    this.value(id, layer, fact.value, [fact.source], {
      ...(agrees.length > 0 ? { agrees } : {}),
      ...(unit ? { unit } : {}),
    });
  }

  private head(id: string, layer: Layer): Pick<Link, "id" | "layer" | "container"> {
    const full = { id: this.prefix + id, layer };
    return this.container === undefined ? full : { ...full, container: this.container };
  }

  private push(link: Link): undefined {
    if (this.links.some((other) => other.id === link.id)) throw new Error(`link ${link.id} is made twice`);
    this.links.push(link);
  }
}

export function show(value: Value): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
