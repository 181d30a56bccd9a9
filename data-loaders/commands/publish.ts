import { mkdirSync } from "node:fs";
import { LabError } from "../errors.js";
import { EVIDENCE } from "../evidence/paths.js";
import { exit } from "../exit-codes.js";
import { noneNamed } from "../labs.js";
import { holdsKey, openKeyFile, revokeKey, signingKey } from "../publish/key-file.js";
import { keyFolder, type Signer } from "../publish/key-store.js";
import {
  answeredChapters,
  answerFolders,
  answerPaths,
  answersOf,
  BOOK_ANSWERS,
  folderWith,
} from "../publish/paths.js";
import { type Outcome, publishAnswer } from "../publish/publish-answer.js";
import { writeAnswerSchema } from "../publish/schema.js";
import type { Session } from "../session.js";

export interface PublishOptions {
  all?: boolean;
  /** Sign with a new key, from now on. */
  newKey?: boolean;
  /** Revoke this key; nothing is published by the same command. */
  revoke?: string;
  reason?: string;
  /** The book's own answers, though one has answers of one's own, or holds none of the book's keys. */
  book?: boolean;
  json?: boolean;
}

/** `answers`: the folder that all answers are in, where there is one alone. */
interface Roots {
  evidence: string;
  answers?: string;
}

/**
 * Publishes the answers of chapters: those that verify, each signed; the others are named with all their faults. One's own
 * come first: the book's are published for a chapter that one has not answered, by whoever holds one of its keys.
 */
export async function publish(
  chapters: string[],
  options: PublishOptions,
  session: Pick<Session, "print" | "clock" | "log">,
  roots: Roots = { evidence: EVIDENCE },
): Promise<number> {
  const now = () => session.clock.now().toISOString();
  const folders = roots.answers ? [roots.answers] : options.book ? [BOOK_ANSWERS] : answerFolders();
  if (options.revoke !== undefined) {
    const { keys } = answerPaths(await folderOfKey(folders, options.revoke));
    await revokeKey(keys, keyFolder(), options.revoke, now(), options.reason ?? "no reason given");
    session.print(`${options.revoke} is revoked: publish its answers again with another key`);
    return exit.done;
  }
  if (!options.all && chapters.length === 0) throw noneNamed(", or use --all");
  const own = answeredChapters(folders[0]!);
  const wanted = !options.all ? chapters : own.length > 0 ? own : folders.flatMap(answeredChapters);
  const answers = wanted.flatMap((chapter) => {
    const folder = folderWith(folders, chapter);
    return folder ? answersOf(folder, chapter).map((exercise) => ({ folder, chapter, exercise })) : [];
  });
  if (answers.length === 0) {
    throw new LabError(
      "NO_ANSWERS",
      `there are no answers of ${wanted.join(", ") || "any chapter"} in ${folders.join(" or ")}`,
      {
        exitCode: exit.notRun,
        remedy: `./lab answer ${wanted[0] ?? "c26"} 1 --questions`,
      },
    );
  }
  for (const folder of new Set(answers.map((one) => one.folder))) {
    mkdirSync(folder, { recursive: true });
    await writeAnswerSchema(folder);
  }
  const signers = new Map<string, Promise<Signer>>();
  const keyOf = (folder: string) => () => {
    const signer = signers.get(folder) ?? sign(folder);
    signers.set(folder, signer);
    return signer;
  };
  const sign = async (folder: string): Promise<Signer> => {
    const { keys } = answerPaths(folder);
    if (folder === BOOK_ANSWERS && !roots.answers && !options.book) await refuseStrangers(keys, now());
    const { signer, made } = await signingKey(keys, keyFolder(), now(), options.newKey);
    if (made)
      session.log.info(
        `made the signing key ${signer.keyid} in ${keyFolder()}; its public half is in ${keys}`,
      );
    return signer;
  };
  const outcomes: Outcome[] = [];
  for (const { folder, chapter, exercise } of answers) {
    const at = { evidence: roots.evidence, answers: folder };
    outcomes.push(
      await publishAnswer(at, chapter, exercise, keyOf(folder), now, { again: options.newKey === true }),
    );
  }
  if (options.json) session.print(JSON.stringify(outcomes, null, 2));
  else for (const outcome of outcomes) session.print(inWords(outcome));
  return outcomes.some(({ outcome }) => outcome === "REFUSED") ? exit.verificationFailed : exit.done;
}

/** The book's answers are signed by its keys: who holds none of them publishes their own. */
async function refuseStrangers(keys: string, now: string): Promise<void> {
  if (await holdsKey(keys, keyFolder(), now)) return;
  throw new LabError(
    "NOT_YOUR_ANSWERS",
    `the book's answers are signed by its own keys, and none of them is in ${keyFolder()}`,
    {
      exitCode: exit.usage,
      remedy:
        "publish an answer of your own (./lab answer CHAPTER EXERCISE --prediction FILE), or --book to sign the book's with your key",
    },
  );
}

async function folderOfKey(folders: string[], keyid: string): Promise<string> {
  for (const folder of folders) {
    const { keys } = await openKeyFile(answerPaths(folder).keys);
    if (keys.some((key) => key.keyid === keyid)) return folder;
  }
  return folders[0]!;
}

function inWords({ chapter, exercise, outcome, status, notRun = [], faults = [] }: Outcome): string {
  const head = `${chapter} ${exercise}  ${outcome}${status ? `  ${status}` : ""}`;
  return [head, ...notRun.map((part) => `  NOT_RUN: ${part}`), ...faults.map((one) => `  ${one}`)].join("\n");
}
