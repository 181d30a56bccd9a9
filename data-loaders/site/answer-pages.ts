/** The page of each published answer in each language, and the list of them all. */
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Series } from "../../labs/series.js";
import { answerPagePath } from "../../src/components/answers/summary.js";

const LANGUAGES = ["en", "zh"] as const;
type Lang = (typeof LANGUAGES)[number];

/** Writes the pages that are missing and never touches one that is there. Returns what was written. */
export async function writeAnswerPages(
  project: string,
  series: Series[],
  answers: { chapter: string; exercise: string }[],
): Promise<string[]> {
  const chapters = new Map(
    series.flatMap((one) => one.chapters.map((chapter) => [chapter.id, chapter.title] as const)),
  );
  const pages = answers.flatMap(({ chapter, exercise }) =>
    LANGUAGES.map((lang) => {
      const title = chapters.get(chapter)?.[lang] ?? chapter;
      const what = lang === "zh" ? `练习 ${exercise} 的解答` : `answer to exercise ${exercise}`;
      const separator = lang === "zh" ? "：" : ": ";
      const call = `answerPage(${JSON.stringify(chapter)}, ${JSON.stringify(exercise)}, "${lang}")`;
      return [
        pageFile(answerPagePath({ chapter, exercise }), lang),
        pageText(`${title}${separator}${what}`, "answer-page", call, lang),
      ] as const;
    }),
  );
  const lists = LANGUAGES.map((lang) => {
    const title = lang === "zh" ? "已发布的解答" : "Published answers";
    return [
      pageFile("answers/index", lang),
      pageText(title, "answer-list-page", `answerListPage("${lang}")`, lang),
    ] as const;
  });
  const written: string[] = [];
  for (const [file, text] of [...lists, ...pages]) {
    if (existsSync(join(project, file))) continue;
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), text);
    written.push(file);
  }
  return written;
}

/** Takes the pages of an answer away again. */
export async function removeAnswerPages(
  project: string,
  of: { chapter: string; exercise: string },
): Promise<void> {
  for (const lang of LANGUAGES) await rm(join(project, pageFile(answerPagePath(of), lang)), { force: true });
}

function pageFile(path: string, lang: Lang): string {
  return lang === "zh" ? `src/zh/${path}.md` : `src/${path}.md`;
}

function pageText(title: string, component: string, call: string, lang: Lang): string {
  const name = call.slice(0, call.indexOf("("));
  return `---
title: ${JSON.stringify(title)}
---

# ${title}

\`\`\`js
import { ${name} } from "${lang === "zh" ? "../../" : "../"}components/answers/${component}.js";
display(await ${call});
\`\`\`
`;
}
