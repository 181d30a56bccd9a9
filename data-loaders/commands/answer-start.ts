import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { stringify } from "yaml";
import type { Exercise, Lab } from "../../labs/vocabulary/lab.js";
import type { Access, Statement } from "../../src/model/answer/types.js";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { readRun } from "../evidence/read.js";
import { writeWhole } from "../evidence/write-whole.js";
import { exit } from "../exit-codes.js";
import { begunRuns } from "../publish/evidence.js";
import { pathsOfAnswer } from "../publish/paths.js";
import { type Predicted, predictedIn } from "../publish/predicted.js";
import { writeAnswerSchema } from "../publish/schema.js";
import { startText } from "../publish/start.js";
import type { Session } from "../session.js";

export interface StartOptions {
  /** The file that the chapter's page exported, or a YAML or JSON file with a list of statements. */
  prediction?: string;
  /** The book's own answer: it predicts what the lab sheet does. */
  book?: boolean;
  /** The answerer declares not to have looked at the recorded runs. */
  notSeen?: boolean;
  json?: boolean;
}

/** Writes the first version of an answer: what is predicted is sealed in it. */
export async function startAnswer(
  lab: Lab,
  exercise: Exercise,
  options: StartOptions,
  session: Pick<Session, "print" | "clock">,
  roots: { evidence: string; answers: string },
): Promise<number> {
  const chapter = lab.id;
  const file = pathsOfAnswer(roots.answers, chapter, exercise.id).answer;
  if (existsSync(file)) {
    throw new LabError("ANSWER_EXISTS", `${file} is there already: its prediction is sealed`, {
      exitCode: exit.usage,
      remedy: `./lab answer ${chapter} ${exercise.id} --check`,
    });
  }
  const now = session.clock.now();
  const begun = await begunRuns(roots.evidence, chapter);
  const { statements, sealed, notes }: Predicted = options.prediction
    ? predictedIn(fromCaller(options.prediction), { lab, exercise, begun, now })
    : { statements: sheets(lab, exercise, options.book), notes: [] };
  const declared: Access = begun.length === 0 ? "NOTHING_RUN" : options.notSeen ? "RUN_NOT_SEEN" : "RUN_SEEN";
  const access = sealed?.access ?? declared;
  const sealedAt = sealed?.at ?? now.toISOString();
  const newest = await readRun(roots.evidence, chapter);
  const text = startText({
    chapter,
    exercise: exercise.id,
    statements,
    access,
    sealedAt,
    // one's own answer waits for one's own run
    run: options.book ? newest : undefined,
    example: newest,
    task: exercise.task.en,
    notes,
  });
  mkdirSync(dirname(file), { recursive: true });
  await writeWhole(file, text);
  await writeAnswerSchema(roots.answers);
  session.print(
    options.json
      ? JSON.stringify(
          {
            file,
            access,
            sealedAt,
            run: (options.book && newest?.id) || null,
            statements: statements.length,
          },
          null,
          2,
        )
      : [
          `${file}\n  ${statements.length} statement${statements.length === 1 ? "" : "s"} sealed at ${sealedAt}, ${access}${WORDS[access]}`,
          ...(options.book
            ? []
            : [`next: ./lab run ${chapter}, then ./lab answer ${chapter} ${exercise.id} --run`]),
        ].join("\n"),
  );
  return exit.done;
}

const WORDS: Record<Access, string> = {
  NOTHING_RUN: ": no run of the chapter was recorded by then",
  RUN_NOT_SEEN: ": there were recorded runs, and you say that you did not look at them",
  RUN_SEEN:
    ": there were recorded runs, so their results may have been seen (--not-seen says that they were not)",
};

/** Only the book's own answer predicts what the sheet's author does: nobody else's words are sealed as theirs. */
function sheets(lab: Lab, exercise: Exercise, book: boolean | undefined): Statement[] {
  if (book) return asked(lab, exercise).map(({ id, text, claim }) => ({ id, text, claim }));
  throw new LabError(
    "NO_PREDICTION",
    `exercise ${exercise.id} of ${lab.id} wants a prediction of your own first`,
    {
      exitCode: exit.usage,
      remedy: [
        `predict on the record page of ${lab.id}, export, then: ./lab answer ${lab.id} ${exercise.id} --prediction FILE`,
        `or write it by hand: ./lab answer ${lab.id} ${exercise.id} --questions > mine.yaml`,
      ].join("\n  "),
    },
  );
}

/** What the exercise asks, as a file to fill in: the author's claims are left out. */
export function questionsText(lab: Lab, exercise: Exercise): string {
  const list = asked(lab, exercise).map(({ id, claim }) => ({
    id: `mine-${id}`,
    text: { en: "…" },
    claim: { op: "…", of: [...claim.of].sort(), ...(claim.of.length === 1 && { to: { literal: "…" } }) },
  }));
  return [
    `# ${exercise.task.en}`,
    "#",
    "# Say what you predict of each: `text` in words (en, zh or both), `claim` so that it can be judged. Take out what you",
    "# do not predict. One observation: equals, between (low, high), within (to, tolerance), count, contains, sameSet, matches",
    "# (pattern), inCIDR, absent. Several: unchanged, changed, before, sameNamespace, differentNamespace (namespace).",
    `# Then: ./lab answer ${lab.id} ${exercise.id} --prediction THIS_FILE`,
    stringify(list, { lineWidth: 0 }),
  ].join("\n");
}

function asked(lab: Lab, exercise: Exercise): Lab["predictions"] {
  return lab.predictions.filter(({ id }) => exercise.predictions.includes(id));
}
