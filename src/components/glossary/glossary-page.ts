/** Every term in both languages, what it means, and where its owner defines it. */
import { el } from "../element.js";
import { readingWords } from "../reading-text.js";
import type { Lang } from "../text.js";
import { definitions } from "./definitions.js";
import { kubernetesTerms, labbookTerms, linuxTerms, runtimeTerms, type Term } from "./terms.js";

export function glossaryPage(lang: Lang): HTMLElement {
  const t = readingWords[lang];
  return el(
    "div",
    { class: "glossary" },
    el("p", { class: "lead" }, t.glossaryLead),
    [labbookTerms, kubernetesTerms, runtimeTerms, linuxTerms].map((terms, index) => [
      el("h2", null, t.glossaryGroups[index]!),
      el(
        "dl",
        null,
        terms.map((term) => entry(term, lang)),
      ),
    ]),
  );
}

function entry(term: Term, lang: Lang): HTMLElement {
  const other = lang === "en" ? "zh" : "en";
  const { source, ...text } = definitions[term.id]!;
  return el(
    "div",
    { id: term.id, class: "term-entry" },
    el(
      "dt",
      null,
      el("dfn", null, term[lang]),
      term.en !== term.zh && [" ", el("span", { class: "other-name", lang: htmlLang(other) }, term[other])],
    ),
    el(
      "dd",
      null,
      el("p", null, text[lang]),
      source &&
        el(
          "p",
          { class: "note" },
          `${readingWords[lang].glossarySource}: `,
          el("a", { href: source.url, rel: "noreferrer" }, source.name),
        ),
    ),
  );
}

export function htmlLang(lang: Lang): string {
  return lang === "zh" ? "zh-Hans" : "en";
}
