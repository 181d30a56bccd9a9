import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { series } from "../../labs/series.js";
import { LabError } from "../errors.js";
import { EVIDENCE } from "../evidence/paths.js";
import { exit } from "../exit-codes.js";
import { noneNamed } from "../labs.js";
import { revokeKey, signingKey } from "../publish/key-file.js";
import { keyFolder, type Signer } from "../publish/key-store.js";
import { ANSWERS, answeredChapters, answerPaths, answersOf } from "../publish/paths.js";
import { type Outcome, publishAnswer } from "../publish/publish-answer.js";
import { writeAnswerSchema } from "../publish/schema.js";
import type { Session } from "../session.js";
import { removeAnswerPages, writeAnswerPages } from "../site/answer-pages.js";

export interface PublishOptions {
  all?: boolean;
  /** Sign with a new key, from now on. */
  newKey?: boolean;
  /** Revoke this key; nothing is published by the same command. */
  revoke?: string;
  reason?: string;
  json?: boolean;
}

/** Publishes the answers of chapters: those that verify, each signed; the others are named with all their faults. */
export async function publish(
  chapters: string[],
  options: PublishOptions,
  session: Pick<Session, "print" | "clock" | "log">,
  roots = { evidence: EVIDENCE, answers: ANSWERS },
): Promise<number> {
  const now = () => session.clock.now().toISOString();
  const { keys } = answerPaths(roots.answers);
  if (options.revoke !== undefined) {
    await revokeKey(keys, keyFolder(), options.revoke, now(), options.reason ?? "no reason given");
    session.print(`${options.revoke} is revoked: publish its answers again with another key`);
    return exit.done;
  }
  if (!options.all && chapters.length === 0) throw noneNamed(", or use --all");
  const wanted = options.all ? answeredChapters(roots.answers) : chapters;
  const answers = wanted.flatMap((chapter) =>
    answersOf(roots.answers, chapter).map((exercise) => ({ chapter, exercise })),
  );
  if (answers.length === 0) {
    throw new LabError(
      "NO_ANSWERS",
      `there are no answers of ${wanted.join(", ") || "any chapter"} in ${roots.answers}`,
      {
        exitCode: exit.notRun,
        remedy: `./lab answer ${wanted[0] ?? "c26"} 1`,
      },
    );
  }
  mkdirSync(roots.answers, { recursive: true });
  await writeAnswerSchema(roots.answers);
  let signer: Promise<Signer> | undefined;
  const key = () => {
    signer ??= signingKey(keys, keyFolder(), now(), options.newKey).then(({ signer: one, made }) => {
      if (made)
        session.log.info(
          `made the signing key ${one.keyid} in ${keyFolder()}; its public half is in ${keys}`,
        );
      return one;
    });
    return signer;
  };
  const outcomes: Outcome[] = [];
  for (const { chapter, exercise } of answers) {
    const outcome = await publishAnswer(roots, chapter, exercise, key, now, {
      again: options.newKey === true,
    });
    outcomes.push(outcome);
    if (resolve(roots.answers) !== resolve("src/answers")) continue; // pages are of this project's answers
    if (outcome.outcome === "REFUSED") await removeAnswerPages(".", { chapter, exercise });
    else await writeAnswerPages(".", series, [{ chapter, exercise }]);
  }
  if (options.json) session.print(JSON.stringify(outcomes, null, 2));
  else for (const outcome of outcomes) session.print(inWords(outcome));
  return outcomes.some(({ outcome }) => outcome === "REFUSED") ? exit.verificationFailed : exit.done;
}

function inWords({ chapter, exercise, outcome, status, notRun = [], faults = [] }: Outcome): string {
  const head = `${chapter} ${exercise}  ${outcome}${status ? `  ${status}` : ""}`;
  return [head, ...notRun.map((part) => `  NOT_RUN: ${part}`), ...faults.map((one) => `  ${one}`)].join("\n");
}
