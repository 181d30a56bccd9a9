import type { Prediction } from "../model/predictions/types.js";
import { el } from "./element.js";
import { tell } from "./prose.js";
import { type Lang, words } from "./text.js";

/** The sealed statements, for the reader to judge before reading on. `sealedAt` is absent when nothing was run. */
export function predictionList(
  predictions: Prediction[],
  lang: Lang,
  sealedAt: string | undefined,
): HTMLElement {
  const t = words[lang];
  return el(
    "div",
    null,
    el("p", { class: "hint" }, t.predictHint),
    el(
      "ol",
      { class: "predictions" },
      predictions.map(({ text }) => el("li", null, tell(text, lang))),
    ),
    sealedAt && el("p", { class: "note" }, t.sealed(sealedAt)),
  );
}
