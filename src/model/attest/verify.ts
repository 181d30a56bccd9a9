import { checkAnswer } from "../answer/check.js";
import { readAnswer } from "../answer/read.js";
import { type AnswerRecord, recordOf, recordText } from "../answer/record.js";
import type { Answer } from "../answer/types.js";
import type { Files } from "../bundle/archive.js";
import { rawOf } from "../bundle/bundle.js";
import { BUNDLE_FILES } from "../bundle/names.js";
import type { RunDocument } from "../run.js";
import { firstDifference } from "../verify/difference.js";
import { readDocument } from "../verify/document.js";
import { verifyRun } from "../verify/index.js";
import type { Check, Report } from "../verify/types.js";
import { openEnvelope, pae } from "./dsse.js";
import { type VerifySignature, verifyByLibrary } from "./ed25519.js";
import { type KeyFile, keyFault, readKeys } from "./keys.js";
import { PAYLOAD_TYPE, signedAtOf, statementFault, statementOf, tooEarly } from "./statement.js";

export interface Trust {
  /** Default: the library. */
  verify?: VerifySignature;
  /** The key file that is trusted, where it is known otherwise than from the answer's own files. */
  keys?: Uint8Array;
  /** The lab's parts as they are now, so that changed code can be told from changed bytes. */
  currentParts?: Record<string, string>;
}

/**
 * A published answer from raw bytes up: the run, then the answer against it, the record that follows from both, the
 * statement about all of them, and its signature. The same code in the command and in the browser.
 * @param files named as in a bundle
 */
export async function verifyPublished(files: Files, trust: Trust = {}): Promise<Report> {
  const document = files.get(BUNDLE_FILES.run) ?? new Uint8Array();
  const report = verifyRun({
    run: document,
    raw: rawOf(files),
    ...(trust.currentParts && { currentParts: trust.currentParts }),
  });
  const read = readDocument(document);
  const checks = "run" in read ? await publishedChecks(read.run, files, trust) : [];
  const all = [...report.checks, ...checks];
  const exercise = exerciseOf(files.get(BUNDLE_FILES.answer));
  return {
    ...report,
    ...(exercise !== undefined && { exercise }),
    ok: all.length > 0 && all.every(({ ok }) => ok),
    checks: all,
  };
}

function exerciseOf(answer: Uint8Array | undefined): string | undefined {
  const exercise = answer && (readAnswer(answer).json as Partial<Answer> | null | undefined)?.exercise;
  return typeof exercise === "string" ? exercise : undefined;
}

async function publishedChecks(run: RunDocument, files: Files, trust: Trust): Promise<Check[]> {
  const answer = answerCheck(run, files);
  if (!answer.record) return [answer.check, ...(await signatureChecks(run, undefined, files, trust))];
  return [
    answer.check,
    recordCheck(answer.record, files.get(BUNDLE_FILES.record)),
    ...(await signatureChecks(run, answer.record, files, trust)),
  ];
}

/** The answer file against the run; its record when it has no fault. */
function answerCheck(run: RunDocument, files: Files): { check: Check; record?: AnswerRecord } {
  const bytes = files.get(BUNDLE_FILES.answer);
  if (!bytes) return { check: fault("answer", ["answer.yaml is missing"]) };
  const read = readAnswer(bytes);
  if (read.fault !== undefined) return { check: fault("answer", [`answer.yaml: ${read.fault}`]) };
  const raw = rawOf(files);
  const named = (read.json as Partial<Answer> | null)?.run === run.id;
  const faults = checkAnswer(read.json, { raw, ...(named && { run }) });
  if (faults.length > 0) {
    return {
      check: fault(
        "answer",
        faults.map(({ path, message }) => `answer.yaml ${path}: ${message}`),
      ),
    };
  }
  const record = recordOf(read.json as Answer, bytes, run, raw);
  const { claims, prediction } = record;
  const detail = `${claims.length} claims stand on their evidence; ${prediction.statements.length} statements judged again`;
  return { check: { id: "answer", ok: true, detail }, record };
}

function recordCheck(record: AnswerRecord, bytes: Uint8Array | undefined): Check {
  if (!bytes) return fault("record", ["record.json is missing"]);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const expected = recordText(record);
  if (text === expected)
    return { id: "record", ok: true, detail: "follows from the answer and the run as it is" };
  let at = 0;
  while (text[at] === expected[at]) at++;
  return fault("record", [`record.json: ${recordDifference(text, record)} (from character ${at} on)`]);
}

function recordDifference(text: string, record: AnswerRecord): string {
  try {
    const difference = firstDifference(JSON.parse(text), JSON.parse(JSON.stringify(record)));
    return difference
      ? `${difference.path}: it says ${difference.left}, what follows from answer and run is ${difference.right}`
      : "it is not spelled as it was written";
  } catch (error) {
    return `it is not JSON: ${(error as Error).message}`;
  }
}

/** The statement says what the files say, and it is signed by a key that counts. */
async function signatureChecks(
  run: RunDocument,
  record: AnswerRecord | undefined,
  files: Files,
  trust: Trust,
): Promise<Check[]> {
  const verify = trust.verify ?? verifyByLibrary;
  const bytes = files.get(BUNDLE_FILES.attestation);
  if (!bytes) return [fault("attestation", ["attestation.json is missing"])];
  const opened = openEnvelope(bytes);
  if ("fault" in opened) return [fault("attestation", [`attestation.json ${opened.fault}`])];
  const { payload, payloadType, signatures } = opened.envelope;
  const signedAt = signedAtOf(payload);
  const said =
    signedAt === undefined
      ? "it names no time of signing"
      : record &&
        (statementFault(payload, statementOf(record, files, signedAt)) ??
          tooEarly(signedAt, record, run.endedAt));
  const type =
    payloadType === PAYLOAD_TYPE ? undefined : `payloadType: expected ${PAYLOAD_TYPE}, got ${payloadType}`;
  const wrong = [type, said].filter((one) => one !== undefined);
  const attestation: Check =
    wrong.length > 0
      ? fault(
          "attestation",
          wrong.map((one) => `attestation.json ${one}`),
        )
      : {
          id: "attestation",
          ok: true,
          detail: `the statement's digests and fields are those of the files; signed at ${signedAt}`,
        };
  const message = pae(payloadType, payload);
  const own = await keysOf(files.get(BUNDLE_FILES.keys), "keys.json", verify);
  const trusted = trust.keys && (await keysOf(trust.keys, "the trusted keys.json", verify));
  const faults = [...(own.faults ?? []), ...(trusted?.faults ?? [])];
  for (const keys of [own.keys, trusted?.keys]) {
    for (const [index, { keyid, sig }] of keys ? signatures.entries() : []) {
      const why =
        keyFault(keys!, keyid, signedAt ?? "") ?? (await signatureFault(keys!, keyid, message, sig, verify));
      if (why) faults.push(`attestation.json signatures.${index}: ${why}`);
    }
  }
  if (faults.length > 0) return [attestation, fault("signature", [...new Set(faults)])];
  const by = signatures.map(({ keyid }) => keyid).join(", ");
  const vouched = trusted
    ? ""
    : "; the key came with the files: compare its ID with one that you have from its owner";
  return [
    attestation,
    { id: "signature", ok: true, detail: `Ed25519 by the key ${by}, valid at that time${vouched}` },
  ];
}

async function keysOf(
  bytes: Uint8Array | undefined,
  name: string,
  verify: VerifySignature,
): Promise<{ keys?: KeyFile; faults?: string[] }> {
  if (!bytes) return { faults: [`${name} is missing`] };
  const read = await readKeys(bytes, verify);
  return read.keys ? read : { faults: read.faults.map((one) => `${name} ${one}`) };
}

async function signatureFault(
  keys: KeyFile,
  keyid: string,
  message: Uint8Array,
  signature: Uint8Array,
  verify: VerifySignature,
): Promise<string | undefined> {
  const { publicKey } = keys.keys.find((one) => one.keyid === keyid)!;
  const key = Uint8Array.from(publicKey.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  return (await verify(key, message, signature))
    ? undefined
    : `is not the signature of the payload by the key ${keyid}`;
}

function fault(id: Check["id"], where: string[]): Check {
  return { id, ok: false, detail: where.join("; "), where };
}
