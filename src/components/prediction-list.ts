import type { Prediction } from "../model/predictions/types.js";
import type { LabSheet } from "./book.js";
import { el } from "./element.js";
import { tell } from "./prose.js";
import { type Lang, words } from "./text.js";

/** The sealed statements, case by case, for the reader to judge before reading on. `sealedAt` is absent when nothing was run. */
export function predictionList(
  predictions: Prediction[],
  lab: LabSheet | undefined,
  lang: Lang,
  sealedAt: string | undefined,
): HTMLElement {
  const t = words[lang];
  const cases = [...new Set(predictions.map((one) => one.case))];
  return el(
    "div",
    { "data-reveals": predictions.map(({ id }) => id).join(" "), "data-quiet": true },
    el("p", { class: "hint" }, t.predictHint),
    cases.map((id) => {
      const title = lab?.cases.find((one) => one.id === id)?.title;
      return [
        title && cases.length > 1 && el("h3", null, tell(title, lang)),
        el(
          "ol",
          { class: "predictions" },
          predictions.filter((one) => one.case === id).map(({ text }) => el("li", null, tell(text, lang))),
        ),
      ];
    }),
    sealedAt && el("p", { class: "note" }, t.sealed(sealedAt)),
  );
}
