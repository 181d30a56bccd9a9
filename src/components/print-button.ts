import { el } from "./element.js";
import { readingWords } from "./reading-text.js";
import type { Lang } from "./text.js";

/** Prints the page as a lab sheet. */
export function printButton(lang: Lang): HTMLElement {
  return el(
    "button",
    { type: "button", class: "print-sheet", onclick: () => window.print() },
    readingWords[lang].print,
  );
}
