import { el } from "./element.js";
import { readingWords } from "./reading-text.js";
import type { Lang } from "./text.js";
import { seeAll } from "./when-seen.js";

/** Prints the page as a lab sheet, with the pictures that nobody has scrolled to yet. */
export function printButton(lang: Lang): HTMLElement {
  const button = el(
    "button",
    {
      type: "button",
      class: "print-sheet",
      onclick: async () => {
        button.disabled = true;
        await seeAll();
        button.disabled = false;
        window.print();
      },
    },
    readingWords[lang].print,
  );
  return button;
}
