/** Renders every notebook and the contents page, and gathers what is wrong: faults of a page, too few verdicts cited, languages that differ. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { partOf } from "../../notebook/book.js";
import { verdictsCited } from "../../notebook/cited.js";
import { type NotebookEnv, notebook } from "../../notebook/plugin.js";
import type { Fault, Lang, Open, Page, Unmet } from "../../notebook/types.js";
import { homePath, pagePath } from "../site/pages.js";
import { chapterOpener, type PageFile, readPage } from "./chapters.js";

export interface Checked {
  faults: Fault[];
  /** How many notebooks were looked over, of all pages of chapters. */
  notebooks: number;
  /** Pages with what does not hold in their run. */
  unmet: { file: string; sentences: Unmet[] }[];
  /** Chinese pages that follow an English text which changed since. */
  lagging: string[];
}

/** Two thirds of a chapter's verdicts have to be told by its notebook. */
const LEAST = 2 / 3;

/** The contents page, which binds values of every chapter; it is checked together with all of them. */
export const HOME = "index";

/** `pages` are chapters, and the contents page as `index`. */
export async function checkNotebooks(project: string, pages: string[]): Promise<Checked> {
  const only = pages.length === 1 && pages[0] !== HOME ? pages[0] : undefined;
  const open = await chapterOpener(project, only);
  const checked: Checked = { faults: [], notebooks: 0, unmet: [], lagging: [] };
  for (const id of pages) {
    const en = renderPage(project, id, "en", open);
    const zh = renderPage(project, id, "zh", open);
    for (const one of [en, zh]) {
      if (!one) continue;
      checked.notebooks++;
      checked.faults.push(...one.page.faults, ...(one.page.book ? withoutEntry(one) : fewCited(one.page)));
      if (one.page.unmet.length > 0)
        checked.unmet.push({ file: one.page.chapter.file, sentences: one.page.unmet });
    }
    if (en && zh) {
      checked.faults.push(...differences(en.page, zh.page));
      const lag = lagOf(en.file, zh.file, zh.page.chapter.file);
      if (lag) checked.lagging.push(lag);
    }
  }
  return checked;
}

export interface Rendered {
  page: Page;
  file: PageFile;
  html: string;
}

/** Undefined when the page is not there or not written yet. */
export function renderPage(project: string, id: string, lang: Lang, open: Open): Rendered | undefined {
  const path = writtenPath(id, lang);
  if (!existsSync(join(project, path))) return undefined;
  const file = readPage(join(project, path));
  if (id === HOME ? file.book === undefined : file.lab !== id) return undefined;
  const env: NotebookEnv = { path: path.replace(/^src|\.md$/g, "") };
  // as Framework sets it up
  const html = notebook(new MarkdownIt({ html: true }), open).render(file.body, env);
  return { page: env.notebook!, file, html };
}

/** The file of a chapter's notebook, or of the contents page. */
export function writtenPath(id: string, lang: Lang): string {
  return id === HOME ? homePath(lang) : pagePath(id, lang);
}

/** What a Chinese page says it follows: the digest of the English text without its front matter. */
export function textDigest({ body }: PageFile): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 16);
}

function lagOf(en: PageFile, zh: PageFile, name: string): string | undefined {
  const digest = textDigest(en);
  if (zh.follows === digest) return undefined;
  return `${name}: follows ${zh.follows ?? "nothing"}, and the English text is ${digest} now; translate what changed, then run: npm run notebooks -- --follow ${/([^/]+)\.md$/.exec(name)?.[1]}`;
}

function fewCited(page: Page): Fault[] {
  const { run, lab, file } = page.chapter;
  const predictions = lab?.predictions ?? run?.predictions ?? [];
  const cited = verdictsCited(page, predictions);
  if (predictions.length === 0 || cited.size >= predictions.length * LEAST) return [];
  const missing = predictions.filter(({ id }) => !cited.has(id)).map(({ id }) => id);
  return [
    {
      file,
      line: 1,
      message: `cites ${cited.size} of ${predictions.length} verdicts, and two thirds are the least; not cited: ${missing.join(", ")}`,
    },
  ];
}

/** Each chapter of the book has its entry, and only one. */
function withoutEntry({ page, file }: Rendered): Fault[] {
  const entries = [...file.body.matchAll(/^:{3,}\s*chapter\s+(\S+)/gm)].map(([, id]) => id);
  return page
    .book!.of.ids.map((id) => ({ id, count: entries.filter((one) => one === id).length }))
    .filter(({ count }) => count !== 1)
    .map(({ id, count }) => ({
      file: page.chapter.file,
      line: 1,
      message: `has ${count === 0 ? "no entry" : `${count} entries`} for ${id}; expected one, between \`:::: chapter ${id}\` and \`::::\``,
    }));
}

function differences(en: Page, zh: Page): Fault[] {
  if (!en.book || !zh.book) return differencesIn(en, zh);
  const ids = new Set([...en.book.parts.keys(), ...zh.book.parts.keys()]);
  return [...ids].flatMap((id) => {
    const [a, b] = [partOf(en, id), partOf(zh, id)];
    return a && b ? differencesIn(a, b, `${id}:`) : [];
  });
}

function differencesIn(en: Page, zh: Page, scope = ""): Fault[] {
  return (Object.keys(en.cited) as (keyof Page["cited"])[]).flatMap((kind) => {
    const only = (a: Page, b: Page) =>
      [...a.cited[kind]].filter((name) => !b.cited[kind].has(name)).map((name) => scope + name);
    return [
      { page: zh, names: only(en, zh), other: en },
      { page: en, names: only(zh, en), other: zh },
    ]
      .filter(({ names }) => names.length > 0)
      .map(({ page, names, other }) => ({
        file: page.chapter.file,
        line: 1,
        message: `does not cite ${kind} that ${other.chapter.file} cites: ${names.join(", ")}`,
      }));
  });
}
