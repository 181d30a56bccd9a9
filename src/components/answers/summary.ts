/** `data/made/answers.json`: what pages know of published answers before they open one. */
import type { Access } from "../../model/answer/types.js";
import type { Text } from "../../model/run.js";

/** The stand-alone verifier among the downloads. */
export const VERIFIER = "labbook-verify.mjs";

export interface AnswerSummary {
  chapter: string;
  exercise: string;
  title: Text;
  task: Text;
  /** NOT_VERIFIED: what was published does not verify when the site was built; `faults` says why. */
  state: "VERIFIED" | "VERIFIED_WITH_NOT_RUN" | "NOT_VERIFIED";
  faults: string[];
  notRun: string[];
  access: Access;
  /** The run that it stands on, and its document among the chapter's evidence. */
  run: string;
  runFile: string;
  /** The run is the one that the chapter's page shows. */
  newest: boolean;
  signedAt: string;
  keyids: string[];
  bundle: { bytes: number; sha256: string };
}

/** The answer's files below `answers/` on the site. */
export function answerFiles(of: { chapter: string; exercise: string }) {
  const base = `${of.chapter}/${of.exercise}`;
  return {
    answer: `${base}.yaml`,
    record: `${base}.record.json`,
    attestation: `${base}.dsse.json`,
    bundle: `${base}.labbook.tar`,
    keys: "keys.json",
    schema: "schema.json",
  };
}

/** The page of an answer below a language's root, without its ending. */
export function answerPagePath(of: { chapter: string; exercise: string }): string {
  return `answers/${of.chapter}-${of.exercise}`;
}
