/** The map of both series: what was observed, when and on what, and what was not. */
import { badge } from "./badge.js";
import type { Book, ChapterCard } from "./book.js";
import { el } from "./element.js";
import { loadBook } from "./evidence.js";
import { formatAge } from "./format.js";
import { type Lang, say, words } from "./text.js";
import { versionsOf } from "./versions-line.js";

export async function homePage(lang: Lang): Promise<HTMLElement> {
  return renderHome(await loadBook(), lang);
}

export function renderHome(book: Book, lang: Lang): HTMLElement {
  const t = words[lang];
  const chapters = book.series.flatMap((one) => one.chapters);
  const observed = chapters.filter(({ state }) => state !== "NOT_RUN").length;
  return el(
    "div",
    { class: "home" },
    el("p", { class: "lead" }, t.homeLead),
    el("p", { class: "home-count" }, observed === 0 ? t.homeZero : t.homeCount(observed, chapters.length)),
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
  const t = words[lang];
  const { run } = chapter;
  return el(
    "li",
    { class: `map-entry state-${chapter.state}`, "data-chapter": chapter.id },
    el("span", { class: "chapter-id" }, chapter.id),
    el("a", { class: "map-title", href: `./chapters/${chapter.id}` }, say(chapter.title, lang)),
    badge(chapter.planned && !run ? "PLANNED" : chapter.state, t),
    el(
      "span",
      { class: "map-facts" },
      run && run.status !== "NOT_RUN"
        ? facts(chapter, lang)
        : run
          ? run.statusReason
          : !chapter.planned
            ? t.neverRun
            : "",
    ),
  );
}

function facts({ run }: ChapterCard, lang: Lang): string {
  const verdicts = (["CONFIRMED", "REFUTED", "INCONCLUSIVE", "NOT_RUN"] as const)
    .filter((kind) => run!.verdicts[kind])
    .map((kind) => `${run!.verdicts[kind]} ${words[lang][kind]}`);
  return [formatAge(run!.startedAt, lang), ...versionsOf(run!.environment, lang), ...verdicts].join(" · ");
}
