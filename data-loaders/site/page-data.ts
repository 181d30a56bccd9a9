/**
 * Writes what pages load first into src/data/made/, anew before each build, so that no page fetches a whole run document
 * before a reader asks for it. Everything is taken from labs and evidence; nothing here is kept or edited.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AnswerSummary } from "../../src/components/answers/summary.js";
import type { Book, ChapterData, ChapterSheet, Download, Sheets } from "../../src/components/book.js";
import { digestRun } from "../../src/components/run-digest.js";
import { readAnswers } from "./answers.js";
import { readBook, readRun } from "./book.js";
import { listDownloads } from "./downloads.js";

/** Where the files lie, relative to the source root and to the built site alike. */
export const MADE = "data/made";

/** Returns what it found of published answers: verifying them again takes its time. */
export async function writePageData(project: string): Promise<AnswerSummary[]> {
  const folder = join(project, "src", MADE);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "chapters"), { recursive: true });
  const sheets = await readBook(project);
  const files = await listDownloads();
  await writeJson(join(folder, "book.json"), bookOf(sheets));
  const chapters = sheets.series.flatMap((one) => one.chapters);
  const answers = await readAnswers(project, chapters);
  await writeJson(join(folder, "answers.json"), answers);
  for (const [index, sheet] of chapters.entries()) {
    const data = await chapterData(project, sheet, files, chapters[index - 1], chapters[index + 1]);
    const own = answers.filter(({ chapter }) => chapter === sheet.id);
    await writeJson(join(folder, "chapters", `${sheet.id}.json`), {
      ...data,
      ...(own.length > 0 && { answers: own }),
    });
  }
  return answers;
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

async function chapterData(
  project: string,
  sheet: ChapterSheet,
  files: Download[],
  previous: ChapterSheet | undefined,
  next: ChapterSheet | undefined,
): Promise<ChapterData> {
  const run = sheet.run && (await readRun(project, sheet.id));
  return {
    sheet: run && run.status !== "NOT_RUN" ? withoutPredictions(sheet) : sheet,
    ...(run && { run: digestRun(run) }),
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
