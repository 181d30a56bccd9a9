/**
 * Writes what pages load first into src/data/made/, anew before each build, so that no page fetches a whole run document
 * before a reader asks for it. Everything is taken from labs and evidence; nothing here is kept or edited.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Open } from "../../notebook/types.js";
import type { AnswerSummary } from "../../src/components/answers/summary.js";
import type { Book, ChapterData, ChapterSheet, Download, Sheets } from "../../src/components/book.js";
import { definitions } from "../../src/components/glossary/definitions.js";
import { allTerms } from "../../src/components/glossary/terms.js";
import { howAllIsRead } from "../../src/components/predict/question.js";
import { runInLanguage } from "../../src/components/recorded/in-language.js";
import { digestRun } from "../../src/components/run-digest.js";
import type { Entry } from "../../src/components/search/options.js";
import type { Lang } from "../../src/components/text.js";
import type { RunDocument, Text } from "../../src/model/run.js";
import { chapterOpener } from "../notebook/chapters.js";
import { renderPage } from "../notebook/check.js";
import { readAnswers } from "./answers.js";
import { readBook, readRun } from "./book.js";
import { readCharts } from "./charts/index.js";
import { forComparison } from "./comparable.js";
import { listDownloads } from "./downloads.js";
import { MADE } from "./made.js";
import { documentsOf, readRuns } from "./runs.js";
import { searchData } from "./search-index.js";

/** What a build knows of every chapter and of published answers: verifying them again takes its time. */
export interface Known {
  sheets: Sheets;
  files: Download[];
  answers: AnswerSummary[];
}

/** Into a folder that `clearMade` emptied: what the pages themselves are written from. */
export async function writeBookData(project: string): Promise<Known> {
  const folder = join(project, "src", MADE);
  await mkdir(folder, { recursive: true });
  const sheets = await readBook(project);
  const files = await listDownloads();
  await writeJson(join(folder, "book.json"), bookOf(sheets));
  const answers = await readAnswers(
    project,
    sheets.series.flatMap((one) => one.chapters),
  );
  await writeJson(join(folder, "answers.json"), answers);
  return { sheets, files, answers };
}

/** What pages load in a browser, after `writeBookData`. */
export async function writePageData(project: string, { sheets, files, answers }: Known): Promise<void> {
  const folder = join(project, "src", MADE);
  for (const name of ["chapters", "runs", "charts"]) await mkdir(join(folder, name), { recursive: true });
  const evidence = join(project, "src/evidence");
  const chapters = sheets.series.flatMap((one) => one.chapters);
  const open = await chapterOpener(project);
  const runs = new Map<string, RunDocument>();
  for (const { id, run } of chapters) if (run) runs.set(id, (await readRun(project, id))!);
  for (const [index, sheet] of chapters.entries()) {
    const run = runs.get(sheet.id);
    const own = answers.filter(({ chapter }) => chapter === sheet.id);
    for (const lang of ["en", "zh"] as const) {
      const data = chapterData(sheet, run, lang, files, chapters[index - 1], chapters[index + 1]);
      const cites = notebookCites(project, sheet.id, lang, open);
      const told = { ...data, ...(own.length > 0 && { answers: own }), ...(cites && { notebook: cites }) };
      await writeJson(
        join(folder, "chapters", `${sheet.id}.${lang}.json`),
        run ? inLanguage(told, lang) : told,
      );
    }
    if (run) await writeJson(join(folder, "charts", `${sheet.id}.json`), await readCharts(evidence, run));
    await writeJson(join(folder, "runs", `${sheet.id}.json`), await readRuns(project, sheet));
    for (const { file, run } of await documentsOf(evidence, sheet.id)) {
      await mkdir(join(folder, "compare", sheet.id, "runs"), { recursive: true });
      await writeJson(join(folder, "compare", sheet.id, file), forComparison(run));
    }
  }
  await writeJson(join(folder, "search.json"), searchData(sheets, runs, termEntries()));
}

/** So that the record leads back to the paragraphs that use it. */
function notebookCites(project: string, id: string, lang: Lang, open: Open): ChapterData["notebook"] {
  const cited = renderPage(project, id, lang, open)?.page.anchored;
  if (!cited) return undefined;
  const steps = [...cited].filter((name) => name.startsWith("step ")).map((name) => name.slice(5));
  return { values: [...cited].filter((name) => !name.startsWith("step ")), steps };
}

/** Without the texts of the other language: a page shows one, and half of what it loads would be the other. */
function inLanguage(value: unknown, lang: Lang): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, lang));
  if (typeof value !== "object" || value === null) return value;
  const { en, zh, ...rest } = value as Partial<Text>;
  if (typeof en === "string" && typeof zh === "string" && Object.keys(rest).length === 0)
    return { [lang]: lang === "en" ? en : zh };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLanguage(one, lang)]));
}

function termEntries(): Omit<Entry, "id">[] {
  return allTerms.map(({ id, en, zh }) => ({
    kind: "term",
    href: `glossary.html#${id}`,
    chapter: "",
    title: { en, zh },
    text: { en: definitions[id]!.en, zh: definitions[id]!.zh },
  }));
}

export function bookOf({ series }: Sheets): Book {
  return {
    series: series.map(({ id, title, chapters }) => ({
      id,
      title,
      chapters: chapters.map(({ lab, ...card }) => ({ ...card, planned: !lab })),
    })),
  };
}

function chapterData(
  sheet: ChapterSheet,
  run: RunDocument | undefined,
  lang: Lang,
  files: Download[],
  previous: ChapterSheet | undefined,
  next: ChapterSheet | undefined,
): ChapterData {
  return {
    sheet: run && run.status !== "NOT_RUN" ? withoutPredictions(sheet) : sheet,
    ...(run && { run: digestRun(runInLanguage(run, lang)), howRead: howAllIsRead(run) }),
    files: files.filter(({ chapter }) => chapter === undefined || chapter === sheet.id),
    ...(previous && { previous: { id: previous.id, title: previous.title } }),
    ...(next && { next: { id: next.id, title: next.title } }),
  };
}

/** A page with a run shows the predictions that were sealed in it, not those of the lab as it is now. */
function withoutPredictions(sheet: ChapterSheet): ChapterSheet {
  return { ...sheet, ...(sheet.lab && { lab: { ...sheet.lab, predictions: [] } }) };
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, JSON.stringify(value));
}
