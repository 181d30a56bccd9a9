/** Gathers which runs of each chapter can be compared, and their verdicts by version. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChapterRuns, KeptRun, Matrix, PastRun } from "../../src/components/compare/runs-book.js";
import { isSameVersion, versionOf } from "../../src/model/compare/version.js";
import type { RunDocument, Text } from "../../src/model/run.js";
import type { HistoryLine } from "../../src/model/verify/history-line.js";
import { pathsOf } from "../evidence/paths.js";
import { earlierRuns, readAttempt, readRun, readRunById } from "../evidence/read.js";

/** `project` is the root of the project. Throws when a document is not to the schema. */
export async function readRuns(project: string, chapter: { id: string; title: Text }): Promise<ChapterRuns> {
  return { title: chapter.title, ...(await runsOf(join(project, "src/evidence"), chapter.id)) };
}

async function runsOf(root: string, chapter: string): Promise<Omit<ChapterRuns, "title">> {
  const documents = (await documentsOf(root, chapter)).sort((x, y) =>
    x.run.startedAt < y.run.startedAt ? 1 : -1,
  );
  const lines = await historyOf(pathsOf(root, chapter).history);
  const kept = documents.map(({ file, run }): KeptRun => {
    const beside = lines.find(({ id }) => id === run.id)?.beside;
    return { ...past(run), ...(beside && { beside }), file, version: versionOf(run.environment) };
  });
  const gone = lines.filter(({ id }) => !kept.some((run) => run.id === id)).map(pastOfLine);
  return { kept, gone: gone.reverse(), matrix: matrixOf(forMatrix(documents)) };
}

/** Every run of a chapter that is kept, with its file relative to the chapter's evidence. */
export async function documentsOf(
  root: string,
  chapter: string,
): Promise<{ file: string; run: RunDocument }[]> {
  const found: { file: string; run: RunDocument | undefined }[] = [
    { file: "run.json", run: await readRun(root, chapter) },
    { file: "attempt.json", run: await readAttempt(root, chapter) },
  ];
  for (const id of await earlierRuns(root, chapter))
    found.push({ file: `runs/${id}.json`, run: await readRunById(root, chapter, id) });
  return found.flatMap(({ file, run }) => (run ? [{ file, run }] : []));
}

/** Of each version the chapter's evidence, then the newest COMPLETE run, then what there is. */
function forMatrix(documents: { file: string; run: RunDocument }[]): RunDocument[] {
  const rank = ({ file, run }: (typeof documents)[number]) =>
    file === "run.json" ? 0 : run.status === "COMPLETE" ? 1 : 2;
  return documents.toSorted((x, y) => rank(x) - rank(y)).map(({ run }) => run);
}

/** @param runs of each version the one to show first */
function matrixOf(runs: RunDocument[]): Matrix {
  const observed = runs.filter(({ verdicts }) => verdicts.length > 0);
  const columns = observed.filter(
    (run, index) =>
      observed.findIndex((other) => isSameVersion(other.environment, run.environment)) === index,
  );
  const predictions = [...new Set(columns.flatMap((run) => run.predictions.map(({ id }) => id)))];
  columns.sort((x, y) => (x.startedAt < y.startedAt ? -1 : 1));
  return {
    columns: columns.map((run) => ({ run: run.id, version: versionOf(run.environment) })),
    rows: predictions.map((prediction) => ({
      prediction,
      verdicts: columns.map(
        (run) => run.verdicts.find((one) => one.prediction === prediction)?.verdict ?? null,
      ),
    })),
  };
}

function past(run: RunDocument): PastRun {
  const verdicts: PastRun["verdicts"] = {};
  for (const { verdict } of run.verdicts) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  return { id: run.id, status: run.status, startedAt: run.startedAt, verdicts };
}

function pastOfLine({ id, status, startedAt, verdicts, beside }: HistoryLine): PastRun {
  return { id, status, startedAt, verdicts, ...(beside && { beside }) };
}

async function historyOf(file: string): Promise<HistoryLine[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as HistoryLine);
}
