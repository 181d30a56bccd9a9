import type { Value } from "../run.js";
import { mapText, mapTokens, type Token } from "./tokens.js";
import type { Pseudonym } from "./types.js";

export type Side = "a" | "b";

/**
 * Names for what is new in every run: <uid:A>, <id:A>, <pid:1>, <ip:A>. Within a run equal values have one name and
 * other values another. Across the runs a name stands for what has the same place in both, whatever it is called there.
 */
export interface Names {
  /** Two values that stand for each other: their pieces get the same names, unless one of them has one already. */
  pair(name: string, a: Value, b: Value): void;
  pairText(a: string, b: string): void;
  hide(side: Side, name: string, value: Value): Value;
  hideText(side: Side, text: string): string;
  /** The same without telling one from another: `<uid>`, `<pid>`. Lines that stand for each other become equal. */
  blurText(side: Side, text: string): string;
  /** What each name stands for, in the order in which the names were given. */
  list(): Pseudonym[];
}

export function createNames(): Names {
  const given: Record<Side, Map<string, Pseudonym>> = { a: new Map(), b: new Map() };
  const all: Pseudonym[] = [];
  const counts: Record<string, number> = {};
  function next(kind: string): Pseudonym {
    const index = counts[kind] ?? 0;
    counts[kind] = index + 1;
    const pseudonym = { name: `<${kind}:${kind === "pid" ? index + 1 : letters(index)}>`, kind };
    all.push(pseudonym);
    return pseudonym;
  }
  function give(side: Side, { kind, text }: Token, pseudonym: Pseudonym) {
    pseudonym[side] = text;
    given[side].set(`${kind} ${text}`, pseudonym);
  }
  const knownTo = (side: Side, { kind, text }: Token) => given[side].get(`${kind} ${text}`);
  const nameFor = (side: Side) => (token: Token) => {
    const known = knownTo(side, token) ?? next(token.kind);
    if (known[side] === undefined) give(side, token, known);
    return known.name;
  };
  function bind(a: Token[], b: Token[]) {
    if (a.length !== b.length) return;
    a.forEach((token, index) => {
      const other = b[index]!;
      if (token.kind !== other.kind || knownTo("a", token) || knownTo("b", other)) return;
      const pseudonym = next(token.kind);
      give("a", token, pseudonym);
      give("b", other, pseudonym);
    });
  }
  return {
    pair: (name, a, b) => bind(tokensOf(name, a), tokensOf(name, b)),
    pairText: (a, b) => bind(tokensOf("", a), tokensOf("", b)),
    hide: (side, name, value) => mapTokens(name, value, nameFor(side)),
    hideText: (side, text) => hideNumbers(mapText(text, nameFor(side)), given[side], ({ name }) => name),
    blurText: (side, text) =>
      hideNumbers(
        mapText(text, ({ kind }) => `<${kind}>`),
        given[side],
        ({ kind }) => `<${kind}>`,
      ),
    list: () => [...all],
  };
}

function tokensOf(name: string, value: Value): Token[] {
  const tokens: Token[] = [];
  mapTokens(name, value, (token) => {
    tokens.push(token);
    return "";
  });
  return tokens;
}

/** PIDs and inodes that observations named are found again in output; short numbers could be anything. */
function hideNumbers(
  text: string,
  known: Map<string, Pseudonym>,
  write: (pseudonym: Pseudonym) => string,
): string {
  return text.replace(/(?<![\w.:<-])\d{3,}(?![\w.:>-])/g, (number) => {
    const pseudonym = known.get(`pid ${number}`) ?? known.get(`inode ${number}`);
    return pseudonym ? write(pseudonym) : number;
  });
}

/** 0 → A, 25 → Z, 26 → AA */
function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? letters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}
