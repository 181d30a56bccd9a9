/** From a chapter to the comparison of its runs. */
import { el } from "../element.js";
import type { Lang } from "../text.js";
import { compareWords } from "./words.js";

export function compareLink(chapter: string, lang: Lang): HTMLElement {
  return el(
    "p",
    { class: "compare-link" },
    el("a", { href: `../../compare/${chapter}.html` }, compareWords[lang].link),
  );
}
