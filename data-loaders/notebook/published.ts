/** What the pages of answers tell: each answer as it was published, and the run that it stands on. */
import { join } from "node:path";
import type { Published } from "../../notebook/answer.js";
import type { Book, Chapter, Lang } from "../../notebook/types.js";
import type { AnswerSummary } from "../../src/components/answers/summary.js";
import type { AnswerRecord } from "../../src/model/answer/record.js";
import type { Answer } from "../../src/model/answer/types.js";
import type { RunDocument } from "../../src/model/run.js";
import { pathsOfAnswer, publishedFolder } from "../publish/paths.js";
import { MADE } from "../site/made.js";

/** The files that are read; each reader is undefined while its file is not there. */
export interface Files {
  summaries(file: string): AnswerSummary[] | undefined;
  answer(file: string): Answer | undefined;
  record(file: string): AnswerRecord | undefined;
  run(file: string): RunDocument | undefined;
}

/** In the order of the book, as the last build or preview found them. Claims of one that does not verify are not read. */
export function publishedIn(project: string, files: Files): Published[] {
  const summaries = files.summaries(join(project, "src", MADE, "answers.json")) ?? [];
  return summaries.map((summary) => {
    if (summary.state === "NOT_VERIFIED") return { summary };
    const paths = pathsOfAnswer(publishedFolder(project, summary), summary.chapter, summary.exercise);
    const answer = files.answer(paths.answer);
    const record = files.record(paths.record);
    return answer && record ? { summary, answer, record } : { summary };
  });
}

/** The page of one answer: its chapter's names, read in the run that the answer stands on. */
export function answerBook(
  book: Book,
  published: Published,
  {
    project,
    files,
    inLanguage,
  }: { project: string; files: Files; inLanguage: (run: RunDocument, lang: Lang) => RunDocument },
): Book {
  const { chapter: id, runFile, newest } = published.summary;
  const toRoot = book.lang === "zh" ? "../../" : "../";
  return {
    ...book,
    answer: published,
    scope: `${published.summary.exercise}-`,
    chapter: (wanted): Chapter | undefined => {
      const chapter = wanted === id ? book.chapter(id) : undefined;
      const run = chapter && files.run(join(project, "src/evidence", id, runFile));
      if (!run || newest) return chapter;
      const older = { evidence: `${toRoot}evidence/${id}/`, file: runFile };
      return { ...chapter, run: inLanguage(run, book.lang), older };
    },
  };
}
