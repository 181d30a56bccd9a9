/**
 * Every chapter has a notebook in each language, and the book a contents page, which are written by hand; where one is not
 * there yet, a page of a few lines stands for it. Record and comparison are made from a template before each build and are not committed.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Series } from "../../labs/series.js";

/** Returns the pages that were written because they were missing or had another text; a notebook is never touched. */
export async function writeMissingPages(project: string, series: Series[]): Promise<string[]> {
  const written: string[] = [];
  for (const { id, title } of series.flatMap(({ chapters }) => chapters)) {
    for (const lang of ["en", "zh"] as const) {
      if (await writeIfOther(project, pagePath(id, lang), pageText(title[lang]), true))
        written.push(pagePath(id, lang));
      await writeIfOther(project, recordPath(id, lang), recordText(id, title[lang], lang));
      await writeIfOther(project, comparePath(id, lang), compareText(id, title[lang], lang));
    }
  }
  for (const lang of ["en", "zh"] as const)
    if (await writeIfOther(project, homePath(lang), homeText(series, lang), true))
      written.push(homePath(lang));
  return written;
}

/** The contents page, which is written by hand. */
export function homePath(lang: "en" | "zh"): string {
  return lang === "zh" ? "src/zh/index.md" : "src/index.md";
}

/** Where nobody has written one: the chapters by name. */
function homeText(series: Series[], lang: "en" | "zh"): string {
  const title = lang === "zh" ? "目录" : "Contents";
  const parts = series.map(({ title, chapters }) =>
    [`## ${title[lang]}`, ...chapters.map(({ id }) => `::: chapter ${id}\n:::`)].join("\n\n"),
  );
  return `---\ntitle: ${JSON.stringify(title)}\nbook: home\n---\n\n# ${title}\n\n${parts.join("\n\n")}\n`;
}

/** The chapter's notebook. */
export function pagePath(id: string, lang: "en" | "zh"): string {
  return lang === "zh" ? `src/zh/chapters/${id}.md` : `src/chapters/${id}.md`;
}

function pageText(title: string): string {
  return `---
title: ${JSON.stringify(title)}
---

# ${title}
`;
}

/** Everything that was recorded of the chapter. */
export function recordPath(id: string, lang: "en" | "zh"): string {
  return lang === "zh" ? `src/zh/chapters/${id}/record.md` : `src/chapters/${id}/record.md`;
}

function recordText(id: string, title: string, lang: "en" | "zh"): string {
  const up = lang === "zh" ? "../../../" : "../../";
  const heading = lang === "zh" ? `实验记录：${title}` : `The record: ${title}`;
  return `---
title: ${JSON.stringify(heading)}
style: ${up}style-record.css
---

# ${heading}

\`\`\`js
import { chapterPage } from "${up}components/chapter-page.js";
display(await chapterPage("${id}", "${lang}"));
\`\`\`
`;
}

export function comparePath(id: string, lang: "en" | "zh"): string {
  return lang === "zh" ? `src/zh/compare/${id}.md` : `src/compare/${id}.md`;
}

function compareText(id: string, title: string, lang: "en" | "zh"): string {
  const up = lang === "zh" ? "../../" : "../";
  const heading = lang === "zh" ? `运行对比：${title}` : `Runs compared: ${title}`;
  return `---
title: ${JSON.stringify(heading)}
style: ${up}style-compare.css
---

# ${heading}

\`\`\`js
import { comparePage } from "${up}components/compare/compare-page.js";
display(await comparePage("${id}", "${lang}"));
\`\`\`
`;
}

/** A file that has that text already is left as it is, so that a preview does not load its page again. */
export async function writeIfOther(
  project: string,
  page: string,
  text: string,
  onlyMissing = false,
): Promise<boolean> {
  const file = join(project, page);
  const there = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (there === text || (onlyMissing && there !== undefined)) return false;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return true;
}
