/** What the signs of a chart mean; marks differ by shape, not by colour alone. */
import { el } from "../element.js";
import type { Lang } from "../text.js";
import { chartWords } from "./words.js";

export type Sign = keyof (typeof chartWords)["en"]["legend"];

export function legend(signs: Sign[], lang: Lang): HTMLElement {
  return el(
    "p",
    { class: "chart-legend" },
    signs.map((sign) => el("span", { class: `sign sign-${sign}` }, chartWords[lang].legend[sign])),
  );
}
