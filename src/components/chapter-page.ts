/** One chapter's page, in the order in which it is read. */
import type { RunDocument } from "../model/run.js";
import type { AnswerSummary } from "./answers/summary.js";
import { badge } from "./badge.js";
import type { ChapterSheet, Download } from "./book.js";
import { caseSections } from "./case-sections.js";
import { chapterPager } from "./chapter-pager.js";
import { cleanupPanel } from "./cleanup-panel.js";
import { compareLink } from "./compare/compare-link.js";
import { downloadList } from "./downloads.js";
import { type Child, el } from "./element.js";
import { environmentPanel } from "./environment-panel.js";
import { downloadUrl, loadChapter, loadCharts, loadRaw, loadRun, rawUrl } from "./evidence.js";
import { evidenceSection } from "./evidence-section.js";
import { exercises } from "./exercises.js";
import { formatTime } from "./format.js";
import { linkTerms } from "./glossary/link-terms.js";
import { goToHash } from "./go-to-hash.js";
import { labSheet } from "./lab-sheet.js";
import { limitList, lookTable } from "./limits.js";
import { notRunCard } from "./not-run-card.js";
import { notices } from "./notices.js";
import type { Page } from "./page.js";
import { predictFirst } from "./predict/index.js";
import { predictionList } from "./prediction-list.js";
import { printButton } from "./print-button.js";
import { prose, tell } from "./prose.js";
import { provenance } from "./provenance.js";
import { returnToPlace } from "./return-to-place.js";
import { runAgain } from "./run-again.js";
import type { RunDigest } from "./run-digest.js";
import { showStep } from "./step-list.js";
import { type Lang, say, words } from "./text.js";
import { unjudgedTable, verdictTable } from "./verdict-table.js";

type Stored = Pick<Page, "raw" | "whole" | "charts" | "toldAt">;

/** Loads what there is for the chapter and renders it. */
export async function chapterPage(id: string, lang: Lang): Promise<HTMLElement> {
  const { sheet, run, files, answers, howRead, previous, next, notebook } = await loadChapter(id, lang);
  let whole: Promise<RunDocument> | undefined;
  let charts: ReturnType<typeof loadCharts> | undefined;
  const stored = {
    raw: (sha256: string) => loadRaw(id, sha256),
    whole: () => (whole ??= loadRun(id, lang)),
    charts: () => (charts ??= loadCharts(id)),
    toldAt: (kind: "values" | "steps", name: string) =>
      notebook?.[kind].includes(name)
        ? `../${id}.html#${kind === "values" ? "cites" : "shows"}-${encodeURIComponent(name)}`
        : undefined,
  };
  const article = renderChapter(sheet, run, files, lang, stored, answers);
  article.append(chapterPager(previous, next, lang));
  linkTerms(article, "../../glossary.html", lang, id);
  const page = run && pageOf(id, run, lang, stored, article);
  predictFirst({ article, sheet, howRead, lang, page });
  if (!returnToPlace(article)) goToHash(article, page);
  window.addEventListener("hashchange", () => article.isConnected && goToHash(article, page));
  unfoldOnPaper(article);
  return article;
}

function unfoldOnPaper(article: HTMLElement): void {
  if (typeof window.matchMedia !== "function") return;
  window.matchMedia("print").addEventListener("change", ({ matches }) => {
    if (matches)
      for (const fold of article.querySelectorAll<HTMLDetailsElement>("details.fold")) fold.open = true;
  });
}

export function renderChapter(
  sheet: ChapterSheet,
  run: RunDigest | undefined,
  files: Download[],
  lang: Lang,
  stored: Stored,
  answers: AnswerSummary[] = [],
): HTMLElement {
  const t = words[lang];
  const { lab } = sheet;
  const root = el("article", { class: "chapter", "data-state": sheet.state });
  const page = run && pageOf(sheet.id, run, lang, stored, root);
  const observed = page && page.run.status !== "NOT_RUN" ? page : undefined;
  const predictions = run?.predictions ?? lab?.predictions ?? [];
  const own = files.filter(({ chapter }) => chapter === sheet.id || (chapter === undefined && lab));
  const kindOf = new Map(lab?.cases.map((one) => [one.id, one.kind]));
  const normal = predictions.filter((one) => (kindOf.get(one.case) ?? "normal") === "normal");
  // An exercise's predictions are its answer: they stay folded away there.
  const asked = predictions.filter((one) => kindOf.get(one.case) !== "exercise");
  const sections = [
    section("question", t.question, lab && el("p", { class: "lead" }, tell(lab.question, lang))),
    section(
      "predict",
      t.predict,
      asked.length > 0 && predictionList(asked, lab, lang, run && formatTime(run.sealedAt)),
    ),
    section(
      "environment",
      t.environment,
      run
        ? folded(
            environmentPanel(run.environment, lang, lab && [...lab.needs, ...lab.furtherNeeds]),
            t.unfold,
          )
        : lab && el("p", { class: "reason" }, prose(t.noProbe)),
    ),
    labSheet(sheet, run, lang),
    section(
      "verdicts",
      t.verdicts,
      normal.length > 0 && [
        observed ? verdictTable(normal, observed) : unjudgedTable(normal, lang, t),
        normal.some(({ reference }) => reference) && el("p", { class: "note" }, t.referenceHint),
      ],
      normal.map(({ id }) => id).join(" "),
    ),
    section("evidence", t.evidence, observed && evidenceSection(sheet, observed), "*"),
    section("limits", t.limits, lab && lab.limits.length > 0 && limitList(lab.limits, lang)),
    section("look", t.look, lab && lab.table.length > 0 && lookTable(lab.table, lang)),
    section("negative", t.negative, folded(caseSections(sheet, predictions, observed, lang), t.unfold)),
    section("cleanup", t.cleanup, folded(page && cleanupPanel(page.run.cleanup, page), t.unfold)),
    // Where nothing ran, the card above already says what to type.
    section("again", t.again, lab && observed && runAgain(lab, lang)),
    section(
      "downloads",
      t.downloads,
      own.length > 0 && folded(downloadList(own, downloadUrl, lang), t.unfold),
    ),
    section("exercises", t.exercises, exercises(sheet, observed, lang, answers)),
  ].filter((one) => one instanceof HTMLElement);
  root.append(
    ...nodes(
      el(
        "p",
        { class: "eyebrow" },
        el("span", { class: "chapter-id" }, sheet.id),
        ` ${say(sheet.series, lang)} `,
        badge(lab || run ? sheet.state : "PLANNED", t),
        lab && printButton(lang),
      ),
      observed && provenance(sheet, observed.run, lang),
      observed && compareLink(sheet.id, lang),
      run && notices(sheet, run, lang),
      !observed && notRunCard(sheet, run, lang),
      sections.length > 1 && contents(sections, t.onThisPage),
      sections,
    ),
  );
  return root;
}

function pageOf(chapter: string, run: RunDigest, lang: Lang, stored: Stored, root: HTMLElement): Page {
  return {
    lang,
    words: words[lang],
    run,
    ...stored,
    rawUrl: (sha256) => rawUrl(chapter, sha256),
    show: (source) => void showStep(source, root),
  };
}

/** A part of the page; none when there is nothing to say in it. `reveals`: the predictions whose answer it tells. */
function section(id: string, title: string, content: Child, reveals?: string): HTMLElement | undefined {
  if (!content || (Array.isArray(content) && content.length === 0)) return undefined;
  return el("section", { id, "data-reveals": reveals }, el("h2", null, title), content);
}

/** A part that is looked at by whoever checks: closed until it is asked for, or an address or paper leads into it. */
function folded(content: Child, label: string): Child {
  if (!content || (Array.isArray(content) && content.length === 0)) return content;
  return el("details", { class: "fold" }, el("summary", null, label), content);
}

function contents(sections: HTMLElement[], label: string): HTMLElement {
  return el(
    "nav",
    { class: "contents", "aria-label": label },
    sections
      .filter(({ id }) => id !== "")
      .map(({ id, firstChild }) => el("a", { href: `#${id}` }, firstChild!.textContent)),
  );
}

function nodes(...children: Child[]): Node[] {
  return [...el("div", null, children).childNodes];
}
