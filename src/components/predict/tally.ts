/** The count of verdicts: what was predicted first, what after seeing, and the author on the same questions. */
import type { Verdict, VerdictKind } from "../../model/predictions/types.js";
import { predictedFirst } from "./seal.js";
import type { Notebook } from "./types.js";

export type Tally = Partial<Record<VerdictKind, number>>;

export interface Score {
  first: Tally;
  after: Tally;
  /** The author's verdicts on the questions that the reader predicted first. */
  author: Tally;
}

/** `verdicts` are the reader's, `authors` the author's, by prediction. Broken seals count nowhere. */
export function scoreOf(
  notebook: Notebook,
  broken: ReadonlySet<string>,
  verdicts: ReadonlyMap<string, Verdict>,
  authors: ReadonlyMap<string, Verdict>,
): Score {
  const score: Score = { first: {}, after: {}, author: {} };
  for (const [id, sealed] of notebook.sealed) {
    const verdict = verdicts.get(id);
    if (!verdict || broken.has(id)) continue;
    const first = predictedFirst(sealed, notebook.seen.get(id));
    add(first ? score.first : score.after, verdict.verdict);
    const author = authors.get(id);
    if (first && author) add(score.author, author.verdict);
  }
  return score;
}

function add(tally: Tally, verdict: VerdictKind): void {
  tally[verdict] = (tally[verdict] ?? 0) + 1;
}
