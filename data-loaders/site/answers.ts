/** Published answers for the site: verified again at every build, their files and bundles beside the evidence. */
import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AnswerSummary, answerFiles } from "../../src/components/answers/summary.js";
import type { ChapterSheet } from "../../src/components/book.js";
import type { AnswerRecord } from "../../src/model/answer/record.js";
import { openEnvelope } from "../../src/model/attest/dsse.js";
import { signedAtOf } from "../../src/model/attest/statement.js";
import { verifyPublished } from "../../src/model/attest/verify.js";
import type { Files } from "../../src/model/bundle/archive.js";
import { BUNDLE_FILES } from "../../src/model/bundle/names.js";
import { sha256Hex } from "../../src/model/hash.js";
import { pathsOf } from "../evidence/paths.js";
import { readRun } from "../evidence/read.js";
import { allKeys } from "../publish/all-keys.js";
import {
  answeredChapters,
  answerPaths,
  pathsOfAnswer,
  publishedFolder,
  publishedOf,
  siteFolders,
} from "../publish/paths.js";
import { packPublished, publishedFiles } from "../publish/published.js";

interface Where {
  chapter: string;
  exercise: string;
}

/** The answers that have an attestation, in the order of the chapters: one's own in place of the book's. */
export function listPublished(project: string): Where[] {
  const all = siteFolders(project).flatMap((root) =>
    answeredChapters(root).flatMap((chapter) =>
      publishedOf(root, chapter).map((exercise) => ({ chapter, exercise })),
    ),
  );
  const key = ({ chapter, exercise }: Where) => `${chapter} ${exercise}`;
  return [...new Map(all.map((one) => [key(one), one])).values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** What pages know of them. */
export async function readAnswers(project: string, chapters: ChapterSheet[]): Promise<AnswerSummary[]> {
  const summaries: AnswerSummary[] = [];
  for (const sheet of chapters) {
    for (const where of listPublished(project).filter(({ chapter }) => chapter === sheet.id))
      summaries.push(await summaryOf(project, sheet, where));
  }
  return summaries;
}

async function summaryOf(project: string, sheet: ChapterSheet, where: Where): Promise<AnswerSummary> {
  const roots = rootsOf(project, where);
  const found = await publishedFiles(roots, where.chapter, where.exercise);
  const task = sheet.lab?.exercises.find(({ id }) => id === where.exercise)?.task ?? { en: "", zh: "" };
  const base = { ...where, title: sheet.title, task };
  if (!found) {
    const none = {
      run: "",
      runFile: "",
      newest: false,
      signedAt: "",
      keyids: [],
      bundle: { bytes: 0, sha256: "" },
    };
    const faults = ["the run that it stands on is not kept"];
    return { ...base, ...none, state: "NOT_VERIFIED", faults, notRun: [], access: "RUN_SEEN" };
  }
  const { files, run } = found;
  const report = await verifyPublished(files);
  const record = recordIn(files);
  const bundle = report.ok ? packPublished(found) : new Uint8Array();
  const newest = (await readRun(roots.evidence, where.chapter))?.id === run.id;
  const attempt = existsSync(join(pathsOf(roots.evidence, where.chapter).earlier, `${run.id}.json`))
    ? `runs/${run.id}.json`
    : "attempt.json";
  return {
    ...base,
    state: report.ok && record ? record.status : "NOT_VERIFIED",
    faults: report.checks.filter(({ ok }) => !ok).map(({ id, detail }) => `${id}: ${detail}`),
    notRun: record?.notRun.map(({ part }) => part) ?? [],
    access: record?.prediction.access ?? "RUN_SEEN",
    run: run.id,
    runFile: newest ? "run.json" : attempt,
    newest,
    ...signatureIn(files),
    bundle: { bytes: bundle.length, sha256: sha256Hex(bundle) },
  };
}

/** Copies the published files into the built site, and the bundle of each answer that verifies. */
export async function writeAnswers(project: string, dist: string, summaries: AnswerSummary[]): Promise<void> {
  if (summaries.length === 0) return;
  const target = (name: string) => join(dist, "answers", name);
  for (const where of summaries) {
    const names = answerFiles(where);
    const roots = rootsOf(project, where);
    const paths = pathsOfAnswer(roots.answers, where.chapter, where.exercise);
    await mkdir(dirname(target(names.answer)), { recursive: true });
    for (const part of ["answer", "record", "attestation"] as const)
      if (existsSync(paths[part])) await copyFile(paths[part], target(names[part]));
    const found =
      where.state !== "NOT_VERIFIED" && (await publishedFiles(roots, where.chapter, where.exercise));
    if (found) await writeFile(target(names.bundle), packPublished(found));
  }
  const folders = siteFolders(project);
  const keys = allKeys(folders);
  if (keys) await writeFile(target("keys.json"), keys);
  const schema = folders.map((folder) => answerPaths(folder).schema).find(existsSync);
  if (schema) await copyFile(schema, target("schema.json"));
}

function rootsOf(project: string, where: Where) {
  return { evidence: join(project, "src/evidence"), answers: publishedFolder(project, where) };
}

function recordIn(files: Files): AnswerRecord | undefined {
  const bytes = files.get(BUNDLE_FILES.record);
  try {
    return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as AnswerRecord);
  } catch {
    return undefined; // verification has said so
  }
}

function signatureIn(files: Files): Pick<AnswerSummary, "signedAt" | "keyids"> {
  const bytes = files.get(BUNDLE_FILES.attestation);
  const opened = bytes && openEnvelope(bytes);
  if (!opened || "fault" in opened) return { signedAt: "", keyids: [] };
  const { payload, signatures } = opened.envelope;
  return { signedAt: signedAtOf(payload) ?? "", keyids: signatures.map(({ keyid }) => keyid) };
}
