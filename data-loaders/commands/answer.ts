import { existsSync, readFileSync } from "node:fs";
import type { Exercise, Lab } from "../../labs/vocabulary/lab.js";
import { checkAnswer } from "../../src/model/answer/check.js";
import { readAnswer } from "../../src/model/answer/read.js";
import type { Answer } from "../../src/model/answer/types.js";
import type { RunDocument } from "../../src/model/run.js";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { EVIDENCE } from "../evidence/paths.js";
import { readRun, readRunById } from "../evidence/read.js";
import { exit } from "../exit-codes.js";
import { loadLab } from "../labs.js";
import { citable, citationLines, findText } from "../publish/cite.js";
import { evidenceFor, rawOfChapter } from "../publish/evidence.js";
import { type PlacedFault, placed, yamlFaults } from "../publish/lines.js";
import { answerFolders, answersOf, BOOK_ANSWERS, folderWith, pathsOfAnswer } from "../publish/paths.js";
import { runOf } from "../publish/published.js";
import type { Session } from "../session.js";
import { standOnRun } from "./answer-run.js";
import { questionsText, type StartOptions, startAnswer } from "./answer-start.js";

export interface AnswerOptions extends StartOptions {
  check?: boolean;
  /** Print what can be cited; with a text, where it stands in the outputs. */
  cite?: string | true;
  /** Let the answer stand on this run, or on the chapter's newest. */
  run?: string | true;
  /** Print what the exercise asks, as a file to fill in. */
  questions?: boolean;
}

/** `answers`: the folder that all answers are in, where there is one alone. */
interface Roots {
  evidence: string;
  answers?: string;
}

/**
 * Starts an answer with its sealed prediction, or checks one, or all of a chapter. Answers are one's own; the book's are
 * meant where there is none of one's own to check, or when they are asked for.
 * @param subject a chapter and an exercise, or an answer file to check; with `check` a chapter alone will do
 */
export async function answer(
  subject: string[],
  options: AnswerOptions,
  session: Pick<Session, "print" | "clock">,
  roots: Roots = { evidence: EVIDENCE },
): Promise<number> {
  const [first = "", exercise] = subject;
  const folders = roots.answers ? [roots.answers] : options.book ? [BOOK_ANSWERS] : answerFolders();
  const folder = (folderWith(folders, first, exercise) ?? folders[0])!;
  const ofChapter = answersOf(folder, first).map((id) => pathsOfAnswer(folder, first, id).answer);
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
        remedy: "./lab answer c26 1 --questions",
      },
    );
  }
  if (options.check) return check([pathsOfAnswer(folder, first, exercise).answer], options, session, roots);
  const { lab } = await loadLab(first);
  const asked = exerciseOf(lab, exercise);
  if (options.questions) {
    session.print(questionsText(lab, asked));
    return exit.done;
  }
  // nobody writes into the book's answers unasked
  const own = pathsOfAnswer(folders[0]!, first, exercise).answer;
  if (options.run !== undefined)
    return standOnRun(there(own, first, exercise), first, options.run, session, roots.evidence);
  if (options.cite !== undefined) return cite(lab, asked, own, options, session, roots);
  return startAnswer(lab, asked, options, session, { evidence: roots.evidence, answers: folders[0]! });
}

/** Prints evidence ready to be pasted: of the exercise, or of a text in any output. */
async function cite(
  lab: Lab,
  exercise: Exercise,
  file: string,
  options: AnswerOptions,
  session: Pick<Session, "print">,
  { evidence }: Roots,
): Promise<number> {
  const run = await runToCite(lab.id, file, evidence);
  const own = existsSync(file)
    ? ((readAnswer(new Uint8Array(readFileSync(file))).json ?? {}) as Answer)
    : undefined;
  const statements = [
    ...lab.predictions.filter((one) => exercise.predictions.includes(one.id)),
    ...(Array.isArray(own?.prediction?.statements) ? own.prediction.statements : []),
  ];
  const citations =
    options.cite === true
      ? citable(run, statements, exercise.case)
      : findText(run, rawOfChapter(evidence, lab.id), options.cite ?? "");
  session.print(
    options.json
      ? JSON.stringify(citations, null, 2)
      : [`# run ${run.id}`, citationLines(citations)].join("\n"),
  );
  return exit.done;
}

/** The run that the answer names; without one, the newest. */
async function runToCite(chapter: string, file: string, evidence: string): Promise<RunDocument> {
  const named = existsSync(file) ? runOf(new Uint8Array(readFileSync(file))) : undefined;
  const run = named ? await readRunById(evidence, chapter, named) : await readRun(evidence, chapter);
  if (run) return run;
  throw new LabError(
    "NO_EVIDENCE",
    named ? `${file} names run ${named}, which is not kept` : `there is no run of ${chapter} to cite`,
    { exitCode: exit.notRun, remedy: `./lab run ${chapter}` },
  );
}

function exerciseOf(lab: Lab, id: string): Exercise {
  const exercise = lab.exercises.find((one) => one.id === id);
  if (exercise) return exercise;
  const known = lab.exercises.map((one) => one.id).join(", ") || "none";
  throw new LabError("NO_EXERCISE", `${lab.id} has no exercise ${id}; it has ${known}`, {
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

/** Every fault of an answer file, against the stored evidence, in the order of its lines. */
export async function faultsOfAnswer(file: string, evidence: string): Promise<PlacedFault[]> {
  const bytes = new Uint8Array(readFileSync(there(file, "CHAPTER", "EXERCISE")));
  const text = new TextDecoder().decode(bytes);
  const read = readAnswer(bytes);
  if (read.fault !== undefined) {
    const faults = yamlFaults(text);
    return faults.length > 0
      ? faults
      : [{ path: "", message: `is not YAML as an answer file is: ${read.fault}`, line: 1 }];
  }
  const { chapter, run } = (read.json ?? {}) as Partial<Answer>;
  const known = typeof chapter === "string" && /^[a-z][a-z0-9-]*$/.test(chapter);
  const against = known ? await evidenceFor(evidence, chapter, run) : { raw: () => undefined };
  return placed(text, checkAnswer(read.json, against));
}

function there(file: string, chapter: string, exercise: string): string {
  if (existsSync(file)) return file;
  throw new LabError("NO_ANSWER", `there is no answer file ${file}`, {
    exitCode: exit.usage,
    remedy: `./lab answer ${chapter} ${exercise} --prediction FILE`,
  });
}

export function inWords(file: string, faults: PlacedFault[]): string {
  const lines = faults.map(
    ({ path, message, line }) => `  line ${line}: ${path ? `${path}: ` : ""}${message}`,
  );
  return [`${file}  ${faults.length} fault${faults.length === 1 ? "" : "s"}`, ...lines].join("\n");
}
