/** The reader's claims judged by the one judge, and the count. */
import { judge } from "../../model/predictions/judge.js";
import { lookup } from "../../model/predictions/lookup.js";
import type { Prediction, Verdict, VerdictKind } from "../../model/predictions/types.js";
import type { RunDocument } from "../../model/run.js";
import { type TryPattern, tryPattern } from "./pattern.js";
import { predictedFirst } from "./seal.js";
import type { Notebook, Sealed } from "./types.js";

/** Set on a verdict that the judge was not asked for. */
export type ReaderVerdict = Verdict & { unjudged?: "slow" | "untried" };

/** The verdict on a reader's claim by what was observed in the run. */
export async function judgeReader(
  sealed: Pick<Sealed, "claim">,
  about: Prediction,
  run: RunDocument,
  trial: TryPattern = tryPattern,
): Promise<ReaderVerdict> {
  const { claim } = sealed;
  const prediction: Prediction = { id: about.id, case: about.case, text: about.text, claim };
  const found = claim.op === "matches" ? lookup(claim.of[0]!, run) : undefined;
  if (found && "value" in found && typeof found.value === "string") {
    const outcome = await trial(claim.pattern ?? "", found.value);
    if (outcome !== "ends")
      return {
        prediction: about.id,
        verdict: "INCONCLUSIVE",
        expected: "",
        observed: { [claim.of[0]!]: found.value },
        explanation: outcome,
        unjudged: outcome,
      };
  }
  return judge([prediction], run)[0]!;
}

/** The author's claims on any run, such as the reader's own. */
export function judgeAuthor(prediction: Prediction, run: RunDocument): Verdict {
  return judge([prediction], run)[0]!;
}

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
