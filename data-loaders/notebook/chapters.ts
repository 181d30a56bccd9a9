/** What the notebook plugin is given of each chapter: labs as they are now, and evidence as it lies on disk. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Chapter as Listed, Series } from "../../labs/series.js";
import type { Lab } from "../../labs/vocabulary/lab.js";
import type { Book as BookPage, Chapter, LabNames, Lang, Open } from "../../notebook/types.js";
import { type AnswerSummary, answerPagePath } from "../../src/components/answers/summary.js";
import type { Book } from "../../src/components/book.js";
import { runInLanguage } from "../../src/components/recorded/in-language.js";
import type { AnswerRecord } from "../../src/model/answer/record.js";
import type { Answer } from "../../src/model/answer/types.js";
import { type RunDocument, SCHEMA } from "../../src/model/run.js";
import { MADE } from "../site/made.js";
import { pagePath } from "../site/pages.js";
import { importSource } from "../sources.js";
import { answerBook, publishedIn } from "./published.js";
import { answerScript, readerScript } from "./reader-script.js";

interface Known {
  listed: Listed;
  lab?: LabNames;
  previous?: Listed;
  next?: Listed;
}

/**
 * Opens the chapter behind a page's path. Labs are read once; evidence and page are read again when they change, so that a
 * preview shows a new run or an edited page at once. `only` reads the lab of one chapter.
 */
export async function chapterOpener(project: string, only?: string): Promise<Open> {
  const known = await knownChapters(project, only);
  const read = {
    run: cached(readRun),
    bytes: cached((file) => new Uint8Array(readFileSync(file))),
    page: cached(readPage),
    book: cached(readJson<Book>),
    summaries: cached(readJson<AnswerSummary[]>),
    answer: cached((file) => parse(readFileSync(file, "utf8")) as Answer),
    record: cached(readJson<AnswerRecord>),
  };
  return (path) => {
    const place = placeOf(path);
    return place ? chapterAt(path, place) : bookAt(path);
  };

  function bookAt(path: string): BookPage | undefined {
    const file = join("src", `${path.replace(/^\//, "")}.md`);
    const page = read.page(join(project, file));
    if (!page?.book) return undefined;
    const lang = path.startsWith("/zh/") ? "zh" : "en";
    const pageOf = (id: string) => read.page(join(project, pagePath(id, lang)));
    const own = path.replace(/^\/zh(?=\/)/, "").split("/").length - 2;
    const book: BookPage = {
      lang,
      file,
      firstLine: page.firstLine,
      look: page.book,
      place: `${"../".repeat(own) || "./"}chapters/`,
      ids: [...known.keys()],
      chapter: (id) => {
        const chapter = chapterAt(pagePath(id, lang).replace(/^src|\.md$/g, ""), { id, lang });
        const title = pageOf(id)?.title;
        return chapter && title ? { ...chapter, title: { ...chapter.title, [lang]: title } } : chapter;
      },
      text: (id) => {
        const notebook = pageOf(id);
        return notebook?.lab === id ? notebook.body : undefined;
      },
    };
    if (page.book !== "answer" && page.book !== "answers") return book;
    const all = publishedIn(project, read).map((one) =>
      answerBook(book, one, { project, files: read, inLanguage: runIn }),
    );
    if (page.book === "answers") return { ...book, answers: all };
    const shown = all.find(({ answer }) => path.endsWith(`/${answerPagePath(answer!.summary)}`));
    return shown && { ...shown, script: `${lang === "zh" ? "../../" : "../"}${answerScript}` };
  }

  function chapterAt(path: string, place: { id: string; lang: Lang }): Chapter | undefined {
    const chapter = known.get(place.id);
    if (!chapter) return undefined;
    const file = join("src", `${path.replace(/^\//, "")}.md`);
    const page = read.page(join(project, file));
    if (!page) return undefined;
    const evidence = join(project, "src/evidence", place.id);
    const recorded = read.run(join(evidence, "run.json"));
    const book = read.book(join(project, "src", MADE, "book.json"));
    const card = book?.series.flatMap(({ chapters }) => chapters).find(({ id }) => id === place.id);
    const observed = recorded && recorded.status !== "NOT_RUN";
    return {
      ...place,
      file,
      firstLine: page.firstLine,
      written: page.lab === place.id,
      title: chapter.listed.title,
      run: recorded && runIn(recorded, place.lang),
      lab: chapter.lab,
      standing: {
        state: card?.state ?? (observed ? "OBSERVED" : "NOT_RUN"),
        changed: card?.changed ?? [],
        amended: card?.amended ?? false,
      },
      bytes: (sha256) =>
        /^[0-9a-f]{64}$/.test(sha256) ? read.bytes(join(evidence, "raw", sha256)) : undefined,
      answers: (chapter.lab?.exercises ?? []).filter((id) =>
        existsSync(join(project, "src/answers", place.id, `${id}.yaml`)),
      ),
      previous: chapter.previous,
      next: chapter.next,
      script: `${place.lang === "zh" ? "../../" : "../"}${readerScript}`,
    };
  }
}

export function placeOf(path: string): { id: string; lang: Lang } | undefined {
  const [, zh, id] = /^\/(zh\/)?chapters\/([a-z]\d{2})$/.exec(path) ?? [];
  return id ? { id, lang: zh ? "zh" : "en" } : undefined;
}

export interface PageFile {
  /** The chapter whose notebook it is, by its front matter. */
  lab?: string;
  follows?: string;
  /** What a page is that binds values of every chapter, such as `home`. */
  book?: string;
  title?: string;
  /** The line of the file on which the Markdown begins, counted from 1. */
  firstLine: number;
  /** The Markdown without its front matter. */
  body: string;
}

/** As Framework cuts it: front matter between two lines of three hyphens. */
export function readPage(file: string): PageFile {
  const text = readFileSync(file, "utf8");
  const [matter, yaml = ""] = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (matter === undefined) return { firstLine: 1, body: text };
  const { lab, follows, book, title } = (parse(yaml) ?? {}) as Record<string, unknown>;
  return {
    ...(typeof lab === "string" && { lab }),
    ...(typeof follows === "string" && { follows }),
    ...(typeof book === "string" && { book }),
    ...(typeof title === "string" && { title }),
    firstLine: matter.split("\n").length,
    body: text.slice(matter.length),
  };
}

async function knownChapters(project: string, only: string | undefined): Promise<Map<string, Known>> {
  const { series } = await importSource<{ series: Series[] }>(project, "labs/series.ts");
  const folders = await readdir(join(project, "labs"));
  const all = series.flatMap(({ chapters }) => chapters);
  const known = new Map<string, Known>();
  for (const [index, listed] of all.entries()) {
    const folder = listed.folder ?? folders.find((name) => name.startsWith(`${listed.id}-`));
    const wanted = only === undefined || only === listed.id;
    const there = wanted && folder && existsSync(join(project, "labs", folder, "lab.ts"));
    const lab = there
      ? (await importSource<{ default: Lab }>(project, `labs/${folder}/lab.ts`)).default
      : undefined;
    known.set(listed.id, {
      listed,
      lab: lab && namesOf(lab, `labs/${folder}`),
      previous: all[index - 1],
      next: all[index + 1],
    });
  }
  return known;
}

function namesOf(lab: Lab, folder: string): LabNames {
  const steps = [...lab.cases.flatMap((one) => one.steps), ...lab.cleanup];
  return {
    question: lab.question,
    environment: lab.environment,
    needs: lab.needs,
    folder,
    predictions: lab.predictions,
    observations: new Set(Object.keys(lab.observations)),
    steps: new Map(steps.map(({ id, kind, title }) => [id, { kind, title }])),
    timelines: new Set(lab.timelines.map(({ id }) => id)),
    exercises: lab.exercises.map(({ id }) => id),
  };
}

const inLanguage = new WeakMap<RunDocument, Map<Lang, RunDocument>>();

/** What labbook recorded in words is in English; a Chinese page shows it in Chinese. */
function runIn(run: RunDocument, lang: Lang): RunDocument {
  const made = inLanguage.get(run) ?? new Map<Lang, RunDocument>();
  inLanguage.set(run, made);
  if (!made.has(lang)) made.set(lang, runInLanguage(run, lang));
  return made.get(lang)!;
}

function readRun(file: string): RunDocument {
  const run = readJson<RunDocument>(file);
  if (run.schema !== SCHEMA)
    throw new Error(
      `${file}: expected schema ${SCHEMA}, got ${String(run.schema)}; it was written by another version of labbook`,
    );
  return run;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

/** Reads a file again only when it changed; undefined while it is not there. */
function cached<T>(read: (file: string) => T): (file: string) => T | undefined {
  const kept = new Map<string, { stamp: string; value: T }>();
  return (file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const stamp = `${stat.mtimeMs}/${stat.size}/${stat.ino}`;
    const known = kept.get(file);
    if (known?.stamp === stamp) return known.value;
    const value = read(file);
    kept.set(file, { stamp, value });
    return value;
  };
}
