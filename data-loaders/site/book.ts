/** Gathers what pages know: the series, the labs as they are now, and what was recorded. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Chapter, Series } from "../../labs/series.js";
import type { Lab } from "../../labs/vocabulary/lab.js";
import type { ChapterSheet, HistoryLine, LabSheet, RunSummary, Sheets } from "../../src/components/book.js";
import { type RunDocument, SCHEMA, type Text } from "../../src/model/run.js";
import { chapterState } from "../run/state.js";
import { importSource } from "../sources.js";
import { stateOf } from "./state.js";

/** `project` is the root of the project. Throws when a lab cannot be loaded or a run has another schema. */
export async function readBook(project: string): Promise<Sheets> {
  const { series } = await importSource<{ series: Series[] }>(project, "labs/series.ts");
  const folders = await names(join(project, "labs"));
  return {
    series: await Promise.all(
      series.map(async ({ id, title, chapters }) => ({
        id,
        title,
        chapters: await Promise.all(chapters.map((chapter) => readChapter(project, title, chapter, folders))),
      })),
    ),
  };
}

async function readChapter(
  project: string,
  series: Text,
  chapter: Chapter,
  folders: string[],
): Promise<ChapterSheet> {
  const folder = chapter.folder ?? folders.find((name) => name.startsWith(`${chapter.id}-`));
  const lab = folder ? await readLab(project, folder) : undefined;
  const run = await readRun(project, chapter.id);
  const later = laterAttempt(await readHistory(project, chapter.id), run);
  return {
    id: chapter.id,
    title: chapter.title,
    series,
    ...(lab && folder
      ? await chapterState({ lab, folder }, run, { project, evidence: join(project, "src/evidence") })
      : stateOf(run, undefined)),
    ...(lab && folder && { lab: sheet(lab, `labs/${folder}`, await readQuestions(project, folder)) }),
    ...(run && { run: summary(run) }),
    ...(later && { later }),
  };
}

async function readLab(project: string, folder: string): Promise<Lab | undefined> {
  if (!(await names(join(project, "labs", folder))).includes("lab.ts")) return undefined;
  return (await importSource<{ default: Lab }>(project, `labs/${folder}/lab.ts`)).default;
}

/** The newest publishable run, or undefined when the chapter has none. */
export async function readRun(project: string, chapter: string): Promise<RunDocument | undefined> {
  const file = join(project, "src/evidence", chapter, "run.json");
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const run = JSON.parse(text) as RunDocument;
  if (run.schema !== SCHEMA) {
    throw new Error(
      `${file}: expected schema ${SCHEMA}, got ${String(run.schema)}; it was written by another version of labbook`,
    );
  }
  if (run.chapter !== chapter) throw new Error(`${file}: expected chapter ${chapter}, got ${run.chapter}`);
  return run;
}

async function readHistory(project: string, chapter: string): Promise<Record<string, unknown>[]> {
  const text = (await readIfThere(join(project, "src/evidence", chapter, "history.jsonl"))) ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function laterAttempt(
  history: Record<string, unknown>[],
  run: RunDocument | undefined,
): HistoryLine | undefined {
  const last = history.at(-1) as (HistoryLine & { statusReason?: string }) | undefined;
  if (!last || !run || last.id === run.id || last.startedAt <= run.startedAt) return undefined;
  const reason = last.reason ?? last.statusReason;
  return { id: last.id, status: last.status, startedAt: last.startedAt, ...(reason && { reason }) };
}

/** The lab's questions, one a prediction, where it asks in its own words. They are prose: no digest covers them. */
async function readQuestions(project: string, folder: string): Promise<Record<string, Text> | undefined> {
  if (!(await names(join(project, "labs", folder))).includes("questions.ts")) return undefined;
  return (await importSource<{ default: Record<string, Text> }>(project, `labs/${folder}/questions.ts`))
    .default;
}

function sheet(lab: Lab, folder: string, questions: Record<string, Text> | undefined): LabSheet {
  const { id, question, environment, needs, exclusive, predictions, limits, table, exercises } = lab;
  const cases = lab.cases.map(({ id, kind, title, steps }) => ({
    id,
    kind,
    title,
    steps: steps.map((step) => ({ id: step.id, kind: step.kind, title: step.title })),
  }));
  const furtherNeeds = lab.cases.flatMap((one) => [
    ...(one.needs ?? []),
    ...one.steps.flatMap((step) => step.needs ?? []),
  ]);
  return {
    id,
    furtherNeeds: [...new Set(furtherNeeds)].filter((need) => !needs.includes(need)),
    question,
    environment,
    needs,
    exclusive,
    predictions,
    ...(questions && { questions }),
    limits,
    table,
    exercises,
    folder,
    cases,
  };
}

function summary(run: RunDocument): RunSummary {
  const verdicts: RunSummary["verdicts"] = {};
  for (const { verdict } of run.verdicts) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const { id, status, statusReason, startedAt, environment } = run;
  return {
    id,
    status,
    statusReason,
    startedAt,
    environment,
    verdicts,
    leftovers: run.cleanup.leftovers.length,
  };
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder)).sort();
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
