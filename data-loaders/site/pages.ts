/** Every chapter has a page in each language; this writes those that are missing and never touches one that is there. */
import { access, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Series } from "../../labs/series.js";

export async function writeMissingPages(project: string, series: Series[]): Promise<string[]> {
  const written: string[] = [];
  for (const { id, title } of series.flatMap(({ chapters }) => chapters)) {
    for (const lang of ["en", "zh"] as const) {
      const page = pagePath(id, lang);
      if (await exists(join(project, page))) continue;
      await mkdir(dirname(join(project, page)), { recursive: true });
      await writeFile(join(project, page), pageText(id, title[lang], lang));
      written.push(page);
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

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
