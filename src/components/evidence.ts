/** Where pages fetch evidence from. Addresses are relative to this module, so that the site may lie under any folder. */
import { type RunDocument, SCHEMA } from "../model/run.js";
import type { Book, ChapterData } from "./book.js";
import type { ChapterCharts } from "./charts/data.js";
import type { ChapterRuns } from "./compare/runs-book.js";
import type { Lang } from "./text.js";

export async function loadBook(): Promise<Book> {
  return (await made("book.json")) as Book;
}

/** What a chapter's page shows; where something ran, in this language only. */
export async function loadChapter(chapter: string, lang: Lang): Promise<ChapterData> {
  return (await made(`chapters/${chapter}.${lang}.json`)) as ChapterData;
}

export async function loadCharts(chapter: string): Promise<ChapterCharts> {
  return (await made(`charts/${chapter}.json`)) as ChapterCharts;
}

/** One of the files that a build makes for its pages. */
export async function made(name: string): Promise<unknown> {
  return (await get(siteUrl(`data/made/${name}`))).json();
}

export async function loadRuns(chapter: string): Promise<ChapterRuns> {
  return (await made(`runs/${chapter}.json`)) as ChapterRuns;
}

/** The whole run; what labbook recorded in words is in the language. */
export async function loadRun(chapter: string, lang: Lang): Promise<RunDocument> {
  return runAt(evidenceUrl(chapter, "run.json"), lang);
}

/** What is compared of a run, by its file relative to the chapter's evidence: `runs/<id>.json`. */
export async function loadComparable(chapter: string, file: string, lang: Lang): Promise<RunDocument> {
  return runAt(siteUrl(`data/made/compare/${chapter}/${file}`), lang);
}

async function runAt(url: string, lang: Lang): Promise<RunDocument> {
  const run = (await (await get(url)).json()) as RunDocument;
  if (run.schema !== SCHEMA) throw new Error(`${url}: expected schema ${SCHEMA}, got ${String(run.schema)}`);
  return lang === "en" ? run : (await import("./recorded/in-language.js")).runInLanguage(run, lang);
}

export async function loadRaw(chapter: string, sha256: string): Promise<Uint8Array> {
  return new Uint8Array(await (await get(rawUrl(chapter, sha256))).arrayBuffer());
}

export function rawUrl(chapter: string, sha256: string): string {
  return evidenceUrl(chapter, `raw/${sha256}`);
}

export function downloadUrl(name: string): string {
  return new URL(`../../downloads/${encodeURIComponent(name)}`, import.meta.url).href;
}

function evidenceUrl(chapter: string, file: string): string {
  return siteUrl(`evidence/${chapter}/${file}`);
}

/** The address of a file below the site's root. */
export function siteUrl(path: string): string {
  // In preview, modules carry their digest in the query and files of the source root lie under /_file/.
  const preview = new URL(import.meta.url).searchParams.has("sha");
  return new URL(`../../${preview ? "_file/" : ""}${path}`, import.meta.url).href;
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`GET ${url}: expected 200, got ${response.status} ${response.statusText}`);
  return response;
}
