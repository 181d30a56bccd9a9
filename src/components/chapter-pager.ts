/** The way to the chapters before and after, in the language of the page. */
import type { Neighbour } from "./book.js";
import { el } from "./element.js";
import { readingWords } from "./reading-text.js";
import { type Lang, say } from "./text.js";

export function chapterPager(
  previous: Neighbour | undefined,
  next: Neighbour | undefined,
  lang: Lang,
): HTMLElement {
  const t = readingWords[lang];
  const link = (rel: "prev" | "next", label: string, { id, title }: Neighbour) =>
    el(
      "a",
      { href: `../${id}/record.html`, rel, class: `pager-${rel}` },
      el("span", { class: "pager-label" }, `${label} · ${id}`),
      el("span", { class: "pager-title" }, say(title, lang)),
    );
  return el(
    "nav",
    { class: "pager", "aria-label": t.neighbours },
    previous && link("prev", t.previous, previous),
    next && link("next", t.next, next),
  );
}
