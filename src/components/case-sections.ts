/** The negative cases, each with its predictions, what was observed and the steps behind it. */
import type { Prediction } from "../model/predictions/types.js";
import type { ChapterSheet } from "./book.js";
import { el } from "./element.js";
import type { Page } from "./page.js";
import { stepList } from "./step-list.js";
import { type Lang, say, words } from "./text.js";
import { unjudgedTable, verdictTable } from "./verdict-table.js";

/** `page` is absent when nothing was run. */
export function caseSections(
  sheet: ChapterSheet,
  predictions: Prediction[],
  page: Page | undefined,
  lang: Lang,
): HTMLElement[] {
  const t = words[lang];
  return (sheet.lab?.cases ?? [])
    .filter(({ kind }) => kind === "negative")
    .map(({ id, title }) => {
      const own = predictions.filter((one) => one.case === id);
      const steps = page?.run.steps.filter((step) => step.case === id) ?? [];
      return el(
        "section",
        { class: "case", "data-reveals": own.map((one) => one.id).join(" "), "data-reveals-case": id },
        el("h3", null, say(title, lang)),
        own.length > 0 && (page ? verdictTable(own, page) : unjudgedTable(own, lang, t)),
        page && steps.length > 0 && stepList(steps, page),
      );
    });
}
