/**
 * The page of each published answer in each language, and the list of them all. They are made before each build and are not
 * committed: what stands on them is bound to what was published, by the notebooks' plugin.
 */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { answerPagePath } from "../../src/components/answers/summary.js";
import { answerWords } from "../../src/components/answers/words.js";
import { writeIfOther } from "./pages.js";

const LANGUAGES = ["en", "zh"] as const;
type Lang = (typeof LANGUAGES)[number];

/** Pages of answers that are no longer published go. */
export async function writeAnswerPages(
  project: string,
  answers: { chapter: string; exercise: string }[],
): Promise<void> {
  for (const lang of LANGUAGES) {
    const t = answerWords[lang];
    const pages = new Map([["index.md", pageText(t.all, "answers")]]);
    for (const { chapter, exercise } of answers) {
      const title = `${chapter} · ${t.exercise(exercise)}`;
      pages.set(
        `${answerPagePath({ chapter, exercise }).replace(/^answers\//, "")}.md`,
        pageText(title, "answer"),
      );
    }
    const folder = folderOf(lang);
    for (const [name, text] of pages) await writeIfOther(project, `${folder}/${name}`, text);
    for (const name of await readdir(join(project, folder)))
      if (name.endsWith(".md") && !pages.has(name)) await rm(join(project, folder, name));
  }
}

function folderOf(lang: Lang): string {
  return lang === "zh" ? "src/zh/answers" : "src/answers";
}

function pageText(title: string, book: "answer" | "answers"): string {
  return `---\ntitle: ${JSON.stringify(title)}\nbook: ${book}\n---\n`;
}
