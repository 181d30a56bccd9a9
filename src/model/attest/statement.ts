/** The in-toto Statement (v1) about a published answer: https://github.com/in-toto/attestation/tree/main/spec/v1 */
import type { AnswerRecord } from "../answer/record.js";
import type { Files } from "../bundle/archive.js";
import { BUNDLE_FILES } from "../bundle/names.js";
import { canonical, sha256Hex } from "../hash.js";
import { firstDifference } from "../verify/difference.js";

export const PAYLOAD_TYPE = "application/vnd.in-toto+json";
export const PREDICATE_TYPE = "urn:labbook:verified-answer:v1";

export interface Statement {
  _type: "https://in-toto.io/Statement/v1";
  /** Everything that the statement vouches for, by its name in a bundle. */
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: typeof PREDICATE_TYPE;
  predicate: {
    chapter: string;
    exercise: string;
    run: string;
    status: AnswerRecord["status"];
    /** Parts of the run or the prediction that were NOT_RUN. */
    notRun: string[];
    /** The seal of the prediction. */
    prediction: { digest: string; sealedAt: string; access: string };
    /** When it was signed, UTC with milliseconds, by the signer's clock: the only thing in it that is not given by the files. */
    signedAt: string;
  };
}

/** What is said of an answer whose files these are. The key file is no subject: it changes when keys do. */
export function statementOf(record: AnswerRecord, files: Files, signedAt: string): Statement {
  const names = [...files.keys()].filter(isSubject).sort();
  const { digest, sealedAt, access } = record.prediction;
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: names.map((name) => ({ name, digest: { sha256: sha256Hex(files.get(name)!) } })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      chapter: record.chapter,
      exercise: record.exercise,
      run: record.run.id,
      status: record.status,
      notRun: record.notRun.map(({ part }) => part),
      prediction: { digest, sealedAt, access },
      signedAt,
    },
  };
}

/** The bytes that are signed: canonical JSON. */
export function statementBytes(statement: Statement): Uint8Array {
  return new TextEncoder().encode(canonical(statement));
}

/** The signer's time out of a payload, or undefined when it holds no such statement. */
export function signedAtOf(payload: Uint8Array): string | undefined {
  try {
    const { predicate } = JSON.parse(new TextDecoder().decode(payload)) as Partial<Statement>;
    const signedAt = predicate?.signedAt;
    return typeof signedAt === "string" && isTime(signedAt) ? signedAt : undefined;
  } catch {
    return undefined; // the comparison says what is wrong
  }
}

/** UTC with milliseconds, and a moment that there was. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Why nobody can have signed at that time what there was later only; undefined when it is later than all of it. */
export function tooEarly(signedAt: string, record: AnswerRecord, runEndedAt: string): string | undefined {
  const { sealedAt } = record.prediction;
  if (signedAt < runEndedAt)
    return `signed at ${signedAt}, before run ${record.run.id} ended at ${runEndedAt}`;
  return signedAt < sealedAt
    ? `signed at ${signedAt}, before the prediction was sealed at ${sealedAt}`
    : undefined;
}

/** In what the signed payload differs from what follows from the files; undefined when it says just that. */
export function statementFault(payload: Uint8Array, expected: Statement): string | undefined {
  const text = new TextDecoder().decode(payload);
  if (text === canonical(expected)) return undefined;
  let found: Statement;
  try {
    found = JSON.parse(text) as Statement;
  } catch (error) {
    return `the payload is not JSON: ${(error as Error).message}`;
  }
  const said = new Map(
    Array.isArray(found?.subject) ? found.subject.map((one) => [one?.name, one?.digest?.sha256]) : [],
  );
  for (const { name, digest } of expected.subject) {
    const signed = said.get(name);
    if (signed === undefined) return `${name} is no subject of the signed statement`;
    if (signed !== digest.sha256) return `${name} has the digest ${digest.sha256}, signed was ${signed}`;
  }
  const difference = firstDifference(found, expected);
  return difference
    ? `${difference.path}: signed was ${difference.left}, the files say ${difference.right}`
    : "the payload is not canonical JSON";
}

function isSubject(name: string): boolean {
  const beside: string[] = [BUNDLE_FILES.manifest, BUNDLE_FILES.attestation, BUNDLE_FILES.keys];
  return !beside.includes(name);
}
