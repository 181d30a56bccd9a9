/** All published answers. */
import { el, tableHead } from "../element.js";
import { made } from "../evidence.js";
import { type Lang, say } from "../text.js";
import { stateBadge } from "./state-badge.js";
import { type AnswerSummary, answerPagePath } from "./summary.js";
import { answerWords } from "./words.js";

export async function answerListPage(lang: Lang): Promise<HTMLElement> {
  return renderAnswerList((await made("answers.json")) as AnswerSummary[], lang);
}

export function renderAnswerList(answers: AnswerSummary[], lang: Lang): HTMLElement {
  const t = answerWords[lang];
  const { exercise, state, sealed, run } = t.columns;
  if (answers.length === 0) return el("article", { class: "answer-list" }, el("p", null, t.noAnswers));
  return el(
    "article",
    { class: "answer-list" },
    el("p", { class: "lead" }, t.listLead(answers.filter((one) => one.state !== "NOT_VERIFIED").length)),
    el(
      "table",
      { class: "stacked" },
      tableHead([exercise, state, sealed, run]),
      el(
        "tbody",
        null,
        answers.map((one) =>
          el(
            "tr",
            null,
            el(
              "td",
              { "data-label": exercise },
              el(
                "a",
                { href: `${answerPagePath(one).replace(/^answers/, ".")}.html` },
                `${one.chapter} · ${say(one.title, lang)} · ${t.exercise(one.exercise)}`,
              ),
            ),
            el("td", { "data-label": state }, stateBadge(one.state, t)),
            el("td", { "data-label": sealed }, t.accessShort[one.access]),
            el("td", { "data-label": run }, el("code", null, one.run)),
          ),
        ),
      ),
    ),
  );
}
