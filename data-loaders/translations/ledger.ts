/**
 * Which English text each Chinese one was made from: key → digests of the two. A pair is recorded by
 * `npm run translations`; it records nothing whose English changed while its Chinese did not, unless told to.
 */
import { createHash } from "node:crypto";
import type { Pair } from "./pairs.js";

/** Key → `<digest of en> <digest of zh>`. */
export type Ledger = Record<string, string>;

export interface Standing {
  /** The English changed since the Chinese was made from it. */
  lagging: Pair[];
  /** New, or changed in Chinese: not recorded yet. */
  unrecorded: Pair[];
  /** Keys that no text has any more. */
  gone: string[];
}

export function standing(pairs: Pair[], ledger: Ledger): Standing {
  const here = new Set(pairs.map(({ key }) => key));
  const changed = pairs.filter((pair) => ledger[pair.key] !== entryOf(pair));
  const lags = ({ key, zh }: Pair) => ledger[key]?.split(" ")[1] === digest(zh);
  return {
    lagging: changed.filter(lags),
    unrecorded: changed.filter((pair) => !lags(pair)),
    gone: Object.keys(ledger).filter((key) => !here.has(key)),
  };
}

/** The ledger with everything recorded but what lags; `acknowledged` names keys whose Chinese still holds. */
export function record(pairs: Pair[], ledger: Ledger, acknowledged: string[] = []): Ledger {
  const { lagging } = standing(pairs, ledger);
  const kept = new Set(lagging.map(({ key }) => key).filter((key) => !acknowledged.includes(key)));
  return Object.fromEntries(
    pairs.map((pair) => [pair.key, kept.has(pair.key) ? ledger[pair.key]! : entryOf(pair)]),
  );
}

function entryOf({ en, zh }: Pair): string {
  return `${digest(en)} ${digest(zh)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
