/** What a chapter's page shows until its text is written: the question, and the way to everything that was recorded. */
import { tag, withCode } from "./html.js";
import { recordHref } from "./place.js";
import type { Chapter } from "./types.js";
import { words } from "./words.js";

export function introduction(chapter: Chapter): string {
  const { lab, lang } = chapter;
  const t = words[lang];
  return [
    lab && tag("p", { class: "lead" }, withCode(lab.question[lang])),
    tag(
      "p",
      {},
      `${withCode(t.introduction)} ${tag("a", { href: recordHref(chapter) }, withCode(t.openRecord))}`,
    ),
  ]
    .filter(Boolean)
    .join("\n");
}
