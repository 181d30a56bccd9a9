/** What the parts of one comparison share. */
import type { Names, Side } from "../../model/compare/pseudonyms.js";
import type { Comparison, Pseudonym } from "../../model/compare/types.js";
import type { RunDocument } from "../../model/run.js";
import type { Lang, Words } from "../text.js";
import { words } from "../text.js";
import { compareWords } from "./words.js";

export interface View {
  lang: Lang;
  /** The site's words and those of this page. */
  words: Words;
  t: (typeof compareWords)[Lang];
  runs: Record<Side, RunDocument>;
  comparison: Comparison;
  names: Names;
  /** What a name stands for; names go on being given while outputs are compared. */
  standsFor(name: string): Pseudonym | undefined;
  raw(sha256: string): Promise<Uint8Array>;
  rawUrl(sha256: string): string;
}

export function createView(
  parts: Pick<View, "lang" | "runs" | "comparison" | "names" | "raw" | "rawUrl">,
): View {
  const known = new Map<string, Pseudonym>();
  return {
    ...parts,
    words: words[parts.lang],
    t: compareWords[parts.lang],
    standsFor(name) {
      if (!known.has(name)) for (const one of parts.names.list()) known.set(one.name, one);
      return known.get(name);
    },
  };
}
