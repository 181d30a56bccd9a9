import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { checkAnswer } from "../../src/model/answer/check.js";
import { readAnswer } from "../../src/model/answer/read.js";
import { recordOf, recordText } from "../../src/model/answer/record.js";
import type { Answer } from "../../src/model/answer/types.js";
import { envelope, envelopeText } from "../../src/model/attest/dsse.js";
import { PAYLOAD_TYPE, statementBytes, statementOf, tooEarly } from "../../src/model/attest/statement.js";
import { verifyPublished } from "../../src/model/attest/verify.js";
import { BUNDLE_FILES, rawName } from "../../src/model/bundle/names.js";
import { verifyRun } from "../../src/model/verify/index.js";
import { withLock } from "../evidence/lock.js";
import { syncFolder, writeWhole } from "../evidence/write-whole.js";
import { evidenceFor } from "./evidence.js";
import { readKeyFile } from "./key-file.js";
import type { Signer } from "./key-store.js";
import { answerPaths, pathsOfAnswer } from "./paths.js";
import { publishedFiles } from "./published.js";

export interface Outcome {
  chapter: string;
  exercise: string;
  /** UNCHANGED: what is published verifies and is of this very answer and run. */
  outcome: "PUBLISHED" | "UNCHANGED" | "REFUSED";
  status?: "VERIFIED" | "VERIFIED_WITH_NOT_RUN";
  notRun?: string[];
  /** What keeps it from being published, each with its path. */
  faults?: string[];
}

/** What is done on the way, in order. After a crash at any of them nothing stands that does not verify as a whole. */
export type PublishPoint = "withdrawn" | "record" | "attestation";

/**
 * Verifies an answer from raw bytes and writes its record and attestation. What was published before of an answer that
 * does not verify any more is withdrawn. The attestation is written last: without it nothing counts as published.
 * @param options.again sign anew what is published and verifies already
 * @param options.passed called after each point, for tests
 */
export async function publishAnswer(
  roots: { evidence: string; answers: string },
  chapter: string,
  exercise: string,
  signer: () => Promise<Signer>,
  now: () => string,
  options: { again?: boolean; passed?: (point: PublishPoint) => void } = {},
): Promise<Outcome> {
  const passed = options.passed ?? (() => {});
  const paths = pathsOfAnswer(roots.answers, chapter, exercise);
  const of = { chapter, exercise };
  return withLock(paths.lock, async () => {
    const found = await publishedFiles(roots, chapter, exercise);
    const checked = await check(roots, chapter, exercise, found);
    if ("faults" in checked) {
      await withdraw(paths);
      return { ...of, outcome: "REFUSED", faults: checked.faults };
    }
    const { record, files } = checked;
    const marks = {
      status: record.status,
      ...(record.notRun.length > 0 && { notRun: record.notRun.map(({ part }) => part) }),
    };
    if (!options.again && (await verifyPublished(files)).ok) return { ...of, outcome: "UNCHANGED", ...marks };
    const early = tooEarly(now(), record, found!.run.endedAt);
    if (early)
      return { ...of, outcome: "REFUSED", faults: [`${early}: the clock of this machine is behind`] };
    const key = await signer();
    // after the key is there: one that was made just now begins to be valid when it is made
    const signedAt = now();
    const text = recordText(record);
    files.set(BUNDLE_FILES.record, new TextEncoder().encode(text));
    const statement = statementOf(record, files, signedAt);
    const signed = envelopeText(envelope(PAYLOAD_TYPE, statementBytes(statement), key.keyid, key.sign));
    files.set(BUNDLE_FILES.attestation, new TextEncoder().encode(signed));
    files.set(BUNDLE_FILES.keys, readKeyFile(answerPaths(roots.answers).keys)!);
    const report = await verifyPublished(files);
    if (!report.ok)
      throw new Error(
        `what was signed does not verify: ${report.checks
          .filter(({ ok }) => !ok)
          .map(({ detail }) => detail)
          .join("; ")}`,
      );
    await withdraw(paths);
    passed("withdrawn");
    await writeWhole(paths.record, text);
    passed("record");
    await writeWhole(paths.attestation, signed);
    passed("attestation");
    return { ...of, outcome: "PUBLISHED", ...marks };
  });
}

async function check(
  roots: { evidence: string; answers: string },
  chapter: string,
  exercise: string,
  found: Awaited<ReturnType<typeof publishedFiles>>,
) {
  const { answer: file } = pathsOfAnswer(roots.answers, chapter, exercise);
  if (!found) return { faults: [`run: ${file} names no run of ${chapter} that is kept`] };
  const { files, run } = found;
  const raw = (sha256: string) => files.get(rawName(sha256));
  const report = verifyRun({ run: files.get(BUNDLE_FILES.run)!, raw });
  const faults = report.checks
    .filter(({ ok }) => !ok)
    .map(({ id, detail }) => `run ${run.id} ${id}: ${detail}`);
  const bytes = files.get(BUNDLE_FILES.answer)!;
  const read = readAnswer(bytes);
  if (read.fault !== undefined) return { faults: [...faults, read.fault] };
  const json = read.json as Answer;
  const own = { chapter, exercise };
  for (const field of ["chapter", "exercise"] as const) {
    if (json?.[field] !== own[field])
      faults.push(`${field}: expected ${own[field]} as the file is named, got ${json?.[field]}`);
  }
  const evidence = await evidenceFor(roots.evidence, chapter, run.id);
  for (const { path, message } of checkAnswer(json, evidence))
    faults.push(path ? `${path}: ${message}` : message);
  return faults.length > 0 ? { faults } : { record: recordOf(json, bytes, run, raw), files };
}

/** The attestation first: a record without one is not published. */
async function withdraw(paths: ReturnType<typeof pathsOfAnswer>): Promise<void> {
  for (const file of [paths.attestation, paths.record]) {
    if (!existsSync(file)) continue;
    await rm(file);
    await syncFolder(dirname(file));
  }
}
