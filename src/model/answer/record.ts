import { canonical, digestOf, sha256Hex } from "../hash.js";
import type { Raw } from "../observe.js";
import type { Verdict } from "../predictions/types.js";
import type { RunDocument, Text } from "../run.js";
import { runText } from "../run-text.js";
import { type Proof, prove } from "./citation.js";
import { judgeStatements, type NotRunPart, notRunParts } from "./not-run.js";
import { filledText, inBoth } from "./text.js";
import type { Access, Answer, Statement } from "./types.js";

export const RECORD_SCHEMA = "labbook/answer-record/v1";

/** What is published of an answer that verified: it follows from the answer file, the run and its raw outputs alone. */
export interface AnswerRecord {
  schema: typeof RECORD_SCHEMA;
  chapter: string;
  exercise: string;
  /** VERIFIED_WITH_NOT_RUN: what there is verifies, and `notRun` says what there is not. */
  status: "VERIFIED" | "VERIFIED_WITH_NOT_RUN";
  /** The answer file. */
  answer: { sha256: string; bytes: number };
  run: {
    id: string;
    status: RunDocument["status"];
    startedAt: string;
    sealedAt: string;
    /** Of run.json's bytes. */
    sha256: string;
    /** Of its canonical JSON, as the chapter's history has it. */
    runDigest: string;
    labDigest: string;
  };
  prediction: {
    sealedAt: string;
    access: Access;
    digest: string;
    statements: (Statement & {
      text: Text;
      verdict: Verdict;
      /** The run had the same statement sealed before its first step. */
      sealedInRun: boolean;
    })[];
  };
  claims: { id: string; text: Text; across?: "generations"; proofs: Proof[] }[];
  notRun: NotRunPart[];
  cannotConclude: Text[];
}

/** The record of an answer without faults. @throws when a citation proves nothing: the answer was not checked */
export function recordOf(answer: Answer, answerBytes: Uint8Array, run: RunDocument, raw: Raw): AnswerRecord {
  const { statements, sealedAt, access, digest } = answer.prediction;
  const verdicts = judgeStatements(run, statements);
  const notRun = notRunParts(run, statements);
  const proofsOf = (claim: Answer["claims"][number]) =>
    claim.evidence.map((citation) => {
      const result = prove(citation, { run, raw, verdicts });
      if ("fault" in result) throw new Error(`claim ${claim.id}: ${result.fault}`);
      return result.proof;
    });
  return {
    schema: RECORD_SCHEMA,
    chapter: answer.chapter,
    exercise: answer.exercise,
    status: notRun.length === 0 ? "VERIFIED" : "VERIFIED_WITH_NOT_RUN",
    answer: { sha256: sha256Hex(answerBytes), bytes: answerBytes.length },
    run: {
      id: run.id,
      status: run.status,
      startedAt: run.startedAt,
      sealedAt: run.sealedAt,
      sha256: sha256Hex(runText(run)),
      runDigest: digestOf(run),
      labDigest: run.labDigest,
    },
    prediction: {
      sealedAt,
      access,
      digest,
      statements: statements.map((statement, index) => ({
        ...statement,
        text: inBoth(statement.text),
        verdict: verdicts[index]!,
        sealedInRun: run.predictions.some(
          ({ id, claim }) => id === statement.id && canonical(claim) === canonical(statement.claim),
        ),
      })),
    },
    claims: answer.claims.map((claim) => {
      const proofs = proofsOf(claim);
      return {
        id: claim.id,
        text: filledText(claim.text, proofs),
        ...(claim.across && { across: claim.across }),
        proofs,
      };
    }),
    notRun,
    cannotConclude: answer.cannotConclude.map(inBoth),
  };
}

/** The one spelling of a record. */
export function recordText(record: AnswerRecord): string {
  return `${JSON.stringify(record, null, 1)}\n`;
}
