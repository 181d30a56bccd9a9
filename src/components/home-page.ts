/** The map of both series: what was observed, when and on what, and what was not. */
import { badge } from "./badge.js";
import type { Book, ChapterCard } from "./book.js";
import { type Child, el } from "./element.js";
import { loadBook } from "./evidence.js";
import { formatAge, formatTime } from "./format.js";
import { linkTerms } from "./glossary/link-terms.js";
import { sumVerdicts, tally } from "./tally.js";
import { type Lang, say, words } from "./text.js";
import { versionsOf } from "./versions-line.js";

export async function homePage(lang: Lang): Promise<HTMLElement> {
  const home = renderHome(await loadBook(), lang);
  linkTerms(home, "./glossary.html", lang);
  return home;
}

export function renderHome(book: Book, lang: Lang): HTMLElement {
  const t = words[lang];
  const chapters = book.series.flatMap((one) => one.chapters);
  const runs = chapters.flatMap(({ state, run }) => (run && state !== "NOT_RUN" ? [run] : []));
  return el(
    "div",
    { class: "home" },
    el("p", { class: "lead" }, t.homeLead),
    el(
      "p",
      { class: "home-count" },
      runs.length === 0 ? t.homeZero : t.homeCount(runs.length, chapters.length),
      runs.length > 0 && tally(sumVerdicts(runs), lang),
    ),
    book.series.map(({ id, title, chapters }) =>
      el(
        "section",
        { class: "series", id },
        el("h2", null, say(title, lang)),
        el(
          "ol",
          { class: "map" },
          chapters.map((chapter) => entry(chapter, lang)),
        ),
      ),
    ),
  );
}

function entry(chapter: ChapterCard, lang: Lang): HTMLElement {
  const { id, title, state, planned, run } = chapter;
  return el(
    "li",
    { class: `map-entry state-${state}`, "data-chapter": id },
    el("span", { class: "chapter-id" }, id),
    el("a", { class: "map-title", href: `./chapters/${id}.html` }, say(title, lang)),
    run && state !== "NOT_RUN" && tally(run.verdicts, lang),
    badge(planned && !run ? "PLANNED" : state, words[lang]),
    el("span", { class: "map-facts" }, facts(chapter, lang)),
  );
}

function facts({ state, planned, run }: ChapterCard, lang: Lang): Child {
  if (!run) return planned ? "" : words[lang].neverRun;
  if (state === "NOT_RUN") return run.statusReason;
  return [
    el("time", { datetime: run.startedAt, title: formatTime(run.startedAt) }, formatAge(run.startedAt, lang)),
    ` · ${versionsOf(run.environment, lang).join(" · ")}`,
  ];
}
