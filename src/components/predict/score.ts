/** The reader's claims judged by the one judge; fetched when there is something to judge. */
import { judge } from "../../model/predictions/judge.js";
import { lookup } from "../../model/predictions/lookup.js";
import type { Prediction, Verdict } from "../../model/predictions/types.js";
import type { RunDocument } from "../../model/run.js";
import { verdictInLanguage } from "../recorded/in-language.js";
import type { Lang } from "../text.js";
import { type TryPattern, tryPattern } from "./pattern.js";
import type { Sealed } from "./types.js";

/** Set on a verdict that the judge was not asked for. */
export type ReaderVerdict = Verdict & { unjudged?: "slow" | "untried" };

/** The verdict on a reader's claim by what was observed in the run. */
export async function judgeReader(
  sealed: Pick<Sealed, "claim">,
  about: Prediction,
  run: RunDocument,
  trial: TryPattern = tryPattern,
  lang: Lang = "en",
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
  return verdictInLanguage(judge([prediction], run)[0]!, lang);
}

/** The author's claims on any run, such as the reader's own. */
export function judgeAuthor(prediction: Prediction, run: RunDocument, lang: Lang = "en"): Verdict {
  return verdictInLanguage(judge([prediction], run)[0]!, lang);
}
