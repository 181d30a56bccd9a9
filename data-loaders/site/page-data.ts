/**
 * Writes what pages load first into src/data/made/, anew before each build, so that no page fetches a whole run document
 * before a reader asks for it. Everything is taken from labs and evidence; nothing here is kept or edited.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Book, ChapterData, ChapterSheet, Download, Sheets } from "../../src/components/book.js";
import { digestRun } from "../../src/components/run-digest.js";
import { readBook, readRun } from "./book.js";
import { readCharts } from "./charts/index.js";
import { listDownloads } from "./downloads.js";
import { readRuns } from "./runs.js";

/** Where the files lie, relative to the source root and to the built site alike. */
export const MADE = "data/made";

export async function writePageData(project: string): Promise<void> {
  const folder = join(project, "src", MADE);
  await rm(folder, { recursive: true, force: true });
  for (const name of ["chapters", "runs", "charts"]) await mkdir(join(folder, name), { recursive: true });
  const evidence = join(project, "src/evidence");
  const sheets = await readBook(project);
  const files = await listDownloads();
  await writeJson(join(folder, "book.json"), bookOf(sheets));
  const chapters = sheets.series.flatMap((one) => one.chapters);
  for (const [index, sheet] of chapters.entries()) {
    const data = await chapterData(project, sheet, files, chapters[index - 1], chapters[index + 1]);
    await writeJson(join(folder, "chapters", `${sheet.id}.json`), data);
    const run = sheet.run && (await readRun(project, sheet.id));
    if (run) await writeJson(join(folder, "charts", `${sheet.id}.json`), await readCharts(evidence, run));
    await writeJson(join(folder, "runs", `${sheet.id}.json`), await readRuns(project, sheet));
  }
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
