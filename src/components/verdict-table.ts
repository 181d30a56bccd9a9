/** Predicted | reference | observed | verdict, one row a prediction. On a narrow screen each row becomes a card. */
import type { Prediction, Verdict } from "../model/predictions/types.js";
import { claimOn } from "../model/predictions/variant.js";
import { badge } from "./badge.js";
import { el, tableHead } from "./element.js";
import { formatValue } from "./format.js";
import { absentValue, observedValue } from "./observed-value.js";
import type { Page } from "./page.js";
import { tell } from "./prose.js";
import type { Lang, Words } from "./text.js";

export function verdictTable(predictions: Prediction[], page: Page): HTMLElement {
  return table(
    page.words,
    predictions.map((prediction) => {
      const verdict = page.run.verdicts.find((one) => one.prediction === prediction.id);
      return row(prediction, verdict, page);
    }),
  );
}

/** The same table for a lab that never ran: no cell of the observed column holds a value. */
export function unjudgedTable(predictions: Prediction[], lang: Lang, words: Words): HTMLElement {
  return table(
    words,
    predictions.map((prediction) =>
      cells(prediction, lang, words, el("span", { class: "reason" }, words.noRun), badge("NOT_RUN", words)),
    ),
  );
}

function table(words: Words, rows: HTMLElement[]): HTMLElement {
  const head = [words.prediction, words.reference, words.observed, words.verdict];
  return el("table", { class: "verdicts stacked" }, tableHead(head), el("tbody", null, rows));
}

function row(prediction: Prediction, verdict: Verdict | undefined, page: Page): HTMLElement {
  const { words, lang } = page;
  if (!verdict)
    return cells(prediction, lang, words, words.notObserved, [
      badge("NOT_RUN", words),
      el("p", null, words.noVerdict),
    ]);
  const notRun = verdict.verdict === "NOT_RUN";
  const observed = notRun ? [] : observedIn(prediction, verdict, page);
  return cells(
    prediction,
    lang,
    words,
    notRun
      ? el("span", { class: "reason" }, verdict.explanation)
      : observed.length > 0
        ? observed
        : words.notDecided,
    [badge(verdict.verdict, words), !notRun && el("p", { class: "explanation" }, verdict.explanation)],
    verdict.expected,
  );
}

/** The values that the verdict stands on, what it established as absent, and of what could not be decided the reason. */
function observedIn(prediction: Prediction, verdict: Verdict, page: Page): HTMLElement[] {
  const { claim } = claimOn(prediction, page.run.environment);
  const missing = verdict.verdict === "REFUTED" ? [] : claim.of.filter((ref) => !(ref in verdict.observed));
  const told = verdict.verdict === "CONFIRMED" ? absentValue : observedValue;
  return [
    ...Object.keys(verdict.observed).map((ref) => observedValue(ref, page, verdict.observed[ref])),
    ...missing.map((ref) => told(ref, page)),
  ];
}

function cells(
  prediction: Prediction,
  lang: Lang,
  words: Words,
  observed: Node | Node[] | string,
  verdict: Node | (Node | false)[],
  expected?: string,
): HTMLElement {
  const { reference } = prediction;
  return el(
    "tr",
    { "data-prediction": prediction.id },
    el(
      "td",
      { "data-label": words.prediction },
      el("p", null, tell(prediction.text, lang)),
      expected && el("p", { class: "expected" }, expected),
      prediction.because &&
        el("p", { class: "because" }, `${words.because}: `, tell(prediction.because, lang)),
    ),
    el(
      "td",
      { "data-label": words.reference, class: "reference" },
      reference
        ? [
            el("span", { class: "value" }, formatValue(reference.value, reference.unit)),
            reference.note && el("p", null, tell(reference.note, lang)),
          ]
        : el("span", { class: "none" }, "—"),
    ),
    el("td", { "data-label": words.observed, class: "observed-cell" }, observed),
    el("td", { "data-label": words.verdict, class: "verdict-cell" }, verdict),
  );
}
