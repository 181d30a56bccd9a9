/** From an exercise on a chapter's page to its published answer. */
import { el } from "../element.js";
import type { Lang } from "../text.js";
import { stateBadge } from "./state-badge.js";
import { type AnswerSummary, answerPagePath } from "./summary.js";
import { answerWords } from "./words.js";

export function answerLink(answers: AnswerSummary[], exercise: string, lang: Lang): HTMLElement | undefined {
  const answer = answers.find((one) => one.exercise === exercise);
  if (!answer) return undefined;
  const t = answerWords[lang];
  return el(
    "p",
    { class: "answer-link" },
    el("a", { href: `../../${answerPagePath(answer)}.html` }, t.published),
    " ",
    stateBadge(answer.state, t),
  );
}
