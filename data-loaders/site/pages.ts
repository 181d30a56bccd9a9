/** Every chapter has a page in each language; this writes those that are missing and never touches one that is there. */
import { access, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Series } from "../../labs/series.js";

export async function writeMissingPages(project: string, series: Series[]): Promise<string[]> {
  const written: string[] = [];
  for (const { id, title } of series.flatMap(({ chapters }) => chapters)) {
    for (const lang of ["en", "zh"] as const) {
      const pages = [
        { page: pagePath(id, lang), text: pageText(id, title[lang], lang) },
        { page: comparePath(id, lang), text: compareText(id, title[lang], lang) },
      ];
      for (const { page, text } of pages) {
        if (await exists(join(project, page))) continue;
        await mkdir(dirname(join(project, page)), { recursive: true });
        await writeFile(join(project, page), text);
        written.push(page);
      }
    }
  }
  return written;
}

export function pagePath(id: string, lang: "en" | "zh"): string {
  return lang === "zh" ? `src/zh/chapters/${id}.md` : `src/chapters/${id}.md`;
}

function pageText(id: string, title: string, lang: "en" | "zh"): string {
  const up = lang === "zh" ? "../../" : "../";
  return `---
title: ${JSON.stringify(title)}
---

# ${title}

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
---

# ${heading}

\`\`\`js
import { comparePage } from "${up}components/compare/compare-page.js";
display(await comparePage("${id}", "${lang}"));
\`\`\`
`;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
