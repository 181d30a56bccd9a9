import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import type { Exercise, Lab } from "../../labs/vocabulary/lab.js";
import { checkAnswer } from "../../src/model/answer/check.js";
import { readAnswer } from "../../src/model/answer/read.js";
import { statement } from "../../src/model/answer/schema.js";
import type { Access, Answer, Statement } from "../../src/model/answer/types.js";
import type { SchemaFault } from "../../src/model/schema.js";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { EVIDENCE } from "../evidence/paths.js";
import { readRun } from "../evidence/read.js";
import { writeWhole } from "../evidence/write-whole.js";
import { exit } from "../exit-codes.js";
import { loadLab } from "../labs.js";
import { citable, citationLines, findText } from "../publish/cite.js";
import { begunRuns, evidenceFor, rawOfChapter } from "../publish/evidence.js";
import { ANSWERS, answersOf, pathsOfAnswer } from "../publish/paths.js";
import { writeAnswerSchema } from "../publish/schema.js";
import { startText } from "../publish/start.js";
import type { Session } from "../session.js";

export interface AnswerOptions {
  check?: boolean;
  /** Print what can be cited; with a text, where it stands in the outputs. */
  cite?: string | true;
  /** A YAML or JSON file with a list of statements, instead of the lab sheet's predictions for the exercise. */
  prediction?: string;
  /** The answerer declares not to have looked at the recorded runs. */
  notSeen?: boolean;
  json?: boolean;
}

/**
 * Starts an answer with its sealed prediction, or checks one, or all of a chapter.
 * @param subject a chapter and an exercise, or an answer file to check; with `check` a chapter alone will do
 */
export async function answer(
  subject: string[],
  options: AnswerOptions,
  session: Pick<Session, "print" | "clock">,
  roots = { evidence: EVIDENCE, answers: ANSWERS },
): Promise<number> {
  const [first = "", exercise] = subject;
  const ofChapter = answersOf(roots.answers, first).map(
    (id) => pathsOfAnswer(roots.answers, first, id).answer,
  );
  if (options.check && exercise === undefined && ofChapter.length > 0)
    return check(ofChapter, options, session, roots);
  if (subject.length === 1 && existsSync(fromCaller(first)))
    return check([fromCaller(first)], options, session, roots);
  if (exercise === undefined) {
    throw new LabError(
      "USAGE",
      `lab answer ${first}: expected a chapter and an exercise, or an answer file`,
      {
        exitCode: exit.usage,
        remedy: "./lab answer c26 1",
      },
    );
  }
  const file = pathsOfAnswer(roots.answers, first, exercise).answer;
  if (options.check) return check([file], options, session, roots);
  if (options.cite !== undefined) return cite(first, exercise, options, session, roots);
  return start(first, exercise, file, options, session, roots);
}

type Roots = { evidence: string; answers: string };

async function start(
  chapter: string,
  id: string,
  file: string,
  options: AnswerOptions,
  session: Pick<Session, "print" | "clock">,
  roots: Roots,
): Promise<number> {
  const { lab } = await loadLab(chapter);
  const exercise = exerciseOf(lab, id);
  if (existsSync(file)) {
    throw new LabError("ANSWER_EXISTS", `${file} is there already: its prediction is sealed`, {
      exitCode: exit.usage,
      remedy: `./lab answer ${chapter} ${id} --check`,
    });
  }
  const statements = options.prediction
    ? statementsIn(fromCaller(options.prediction))
    : lab.predictions
        .filter((one) => exercise.predictions.includes(one.id))
        .map(({ id: name, text, claim }) => ({ id: name, text, claim }));
  const begun = await begunRuns(roots.evidence, chapter);
  const access: Access = begun.length === 0 ? "NOTHING_RUN" : options.notSeen ? "RUN_NOT_SEEN" : "RUN_SEEN";
  const run = await readRun(roots.evidence, chapter);
  const sealedAt = session.clock.now().toISOString();
  const text = startText({
    chapter,
    exercise: id,
    statements,
    access,
    sealedAt,
    run,
    task: exercise.task.en,
  });
  mkdirSync(dirname(file), { recursive: true });
  await writeWhole(file, text);
  await writeAnswerSchema(roots.answers);
  session.print(
    options.json
      ? JSON.stringify(
          { file, access, sealedAt, run: run?.id ?? null, statements: statements.length },
          null,
          2,
        )
      : `${file}\n  ${statements.length} statements sealed at ${sealedAt}, ${access}${WORDS[access]}`,
  );
  return exit.done;
}

const WORDS: Record<Access, string> = {
  NOTHING_RUN: ": no run of the chapter is recorded; name the run in the file when there is one",
  RUN_NOT_SEEN: ": there are recorded runs, and you say that you did not look at them",
  RUN_SEEN:
    ": there are recorded runs, so their results may have been seen (--not-seen says that they were not)",
};

/** Prints evidence ready to be pasted: of the exercise, or of a text in any output. */
async function cite(
  chapter: string,
  id: string,
  options: AnswerOptions,
  session: Pick<Session, "print">,
  roots: Roots,
): Promise<number> {
  const { lab } = await loadLab(chapter);
  const run = await readRun(roots.evidence, chapter);
  if (!run) {
    throw new LabError("NO_EVIDENCE", `there is no run of ${chapter} to cite`, {
      exitCode: exit.notRun,
      remedy: `./lab run ${chapter}`,
    });
  }
  const exercise = exerciseOf(lab, id);
  const statements = lab.predictions.filter((one) => exercise.predictions.includes(one.id));
  const citations =
    options.cite === true
      ? citable(run, statements, exercise.case)
      : findText(run, rawOfChapter(roots.evidence, chapter), options.cite ?? "");
  session.print(options.json ? JSON.stringify(citations, null, 2) : citationLines(citations));
  return exit.done;
}

function exerciseOf(lab: Lab, id: string): Exercise {
  const exercise = lab.exercises.find((one) => one.id === id);
  if (exercise) return exercise;
  const known = lab.exercises.map((one) => one.id).join(", ") || "none";
  throw new LabError("NO_EXERCISE", `${lab.id} has no exercise ${id}; it has ${known}`, {
    exitCode: exit.usage,
  });
}

/** @throws LabError with every fault of the file */
function statementsIn(file: string): Statement[] {
  const list = z
    .array(statement)
    .min(1)
    .safeParse(parse(readFileSync(file, "utf8"), { maxAliasCount: 0 }));
  if (list.success) return list.data;
  const faults = list.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new LabError("BAD_PREDICTION", `${file} is no list of statements:\n${faults.join("\n")}`, {
    exitCode: exit.usage,
  });
}

async function check(
  files: string[],
  options: AnswerOptions,
  session: Pick<Session, "print">,
  roots: Roots,
): Promise<number> {
  let whole = true;
  for (const file of files) {
    const faults = await faultsOfAnswer(file, roots.evidence);
    if (options.json) session.print(JSON.stringify({ file, ok: faults.length === 0, faults }, null, 2));
    else session.print(faults.length === 0 ? `${file}  no faults` : inWords(file, faults));
    whole &&= faults.length === 0;
  }
  return whole ? exit.done : exit.verificationFailed;
}

/** Every fault of an answer file, against the stored evidence. */
export async function faultsOfAnswer(file: string, evidence: string): Promise<SchemaFault[]> {
  if (!existsSync(file)) {
    throw new LabError("NO_ANSWER", `there is no answer file ${file}`, {
      exitCode: exit.usage,
      remedy: "./lab answer CHAPTER EXERCISE",
    });
  }
  const read = readAnswer(new Uint8Array(readFileSync(file)));
  if (read.fault !== undefined)
    return [{ path: "", message: `is not YAML as an answer file is: ${read.fault}` }];
  const { chapter, run } = (read.json ?? {}) as Partial<Answer>;
  const known = typeof chapter === "string" && /^[a-z][a-z0-9-]*$/.test(chapter);
  return checkAnswer(read.json, known ? await evidenceFor(evidence, chapter, run) : { raw: () => undefined });
}

export function inWords(file: string, faults: SchemaFault[]): string {
  const lines = faults.map(({ path, message }) => `  ${path ? `${path}: ` : ""}${message}`);
  return [`${file}  ${faults.length} fault${faults.length === 1 ? "" : "s"}`, ...lines].join("\n");
}
