/** Exercises: the task stands open, what the evidence says about it is folded away until the reader has predicted. */
import { answerLink } from "./answers/answer-link.js";
import type { AnswerSummary } from "./answers/summary.js";
import type { ChapterSheet } from "./book.js";
import { el } from "./element.js";
import type { Page } from "./page.js";
import { prose, tell } from "./prose.js";
import { readingWords } from "./reading-text.js";
import { stepList } from "./step-list.js";
import { type Lang, words } from "./text.js";
import { unjudgedTable, verdictTable } from "./verdict-table.js";

/** `page` is absent when nothing was run. */
export function exercises(
  sheet: ChapterSheet,
  page: Page | undefined,
  lang: Lang,
  answers: AnswerSummary[] = [],
): HTMLElement[] {
  const t = words[lang];
  return (sheet.lab?.exercises ?? []).map((exercise, index) => {
    const wanted = new Set(exercise.predictions);
    const predictions = (page?.run.predictions ?? sheet.lab!.predictions).filter(({ id }) => wanted.has(id));
    const steps = page?.run.steps.filter((step) => step.case === exercise.case) ?? [];
    return el(
      "section",
      { class: "exercise", "data-exercise": exercise.id },
      el("h3", null, `${t.exercise} ${index + 1}`),
      el("p", null, tell(exercise.task, lang)),
      el(
        "details",
        {
          class: "answer",
          "data-reveals": predictions.map(({ id }) => id).join(" "),
          "data-reveals-case": exercise.case,
        },
        el("summary", null, t.evidenceSays),
        page ? verdictTable(predictions, page) : unjudgedTable(predictions, lang, t),
        page && steps.length > 0 && stepList(steps, page),
        el("p", { class: "limit" }, el("strong", null, `${t.limits}: `), tell(exercise.cannotConclude, lang)),
      ),
      el("p", { class: "hint" }, prose(readingWords[lang].answerIt(sheet.id, exercise.id))),
      answerLink(answers, exercise.id, lang),
    );
  });
}
