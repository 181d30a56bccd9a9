/** All published answers as a list of questions, each with one sentence of its answer. */
import { answerPagePath } from "../src/components/answers/summary.js";
import { answerWords } from "../src/components/answers/words.js";
import { badge, firstSentence } from "./answer.js";
import { newBookPage } from "./book.js";
import { plain, tag, withCode } from "./html.js";
import type { Book, Page } from "./types.js";

/** `answers` are the pages of the answers, in the order of the book. */
export function renderAnswerList(answers: Book[], page: Page): string {
  const { lang } = page.chapter;
  const t = answerWords[lang];
  const verified = answers.filter(({ answer }) => answer!.summary.state !== "NOT_VERIFIED");
  const chapters = [...new Set(answers.map(({ answer }) => answer!.summary.chapter))];
  return [
    tag("h1", {}, plain(t.all)),
    tag("p", { class: "lead" }, plain(answers.length > 0 ? t.listLead(verified.length) : t.noAnswers)),
    ...chapters.map((id) => {
      const own = answers.filter(({ answer }) => answer!.summary.chapter === id);
      const title = own[0]!.answer!.summary.title[lang];
      const link = tag("a", { href: `../chapters/${id}` }, plain(title));
      const heading = `<h2 id="${plain(id)}"><span class="chapter-id">${plain(id)}</span> ${link}</h2>`;
      return `<section>${heading}<ul>${own.map((one) => item(one, page)).join("")}</ul></section>`;
    }),
  ].join("\n");
}

function item(of: Book, page: Page): string {
  const published = of.answer!;
  const { summary } = published;
  const t = answerWords[of.lang];
  // a part of its own: two answers of one chapter may stand on different runs
  const own = newBookPage(of);
  const sentence = firstSentence(published, own);
  page.faults.push(...own.faults);
  const href = answerPagePath(summary).replace(/^answers/, ".");
  const state = summary.state === "VERIFIED" ? "" : ` ${badge(summary.state, t)}`;
  const question = tag("p", { class: "question" }, tag("a", { href }, withCode(summary.task[of.lang])));
  const answer = sentence ? tag("p", { class: "answer" }, sentence) : "";
  return tag(
    "li",
    { "data-answer": `${summary.chapter}-${summary.exercise}` },
    `${question}${answer}${state}`,
  );
}
