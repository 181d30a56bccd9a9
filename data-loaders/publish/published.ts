/** A published answer as the files that it is verified from. */
import { existsSync, readFileSync } from "node:fs";
import { readAnswer } from "../../src/model/answer/read.js";
import type { Answer } from "../../src/model/answer/types.js";
import type { Files } from "../../src/model/bundle/archive.js";
import { packRun } from "../../src/model/bundle/bundle.js";
import { BUNDLE_FILES, rawName } from "../../src/model/bundle/names.js";
import { outputsOf } from "../../src/model/outputs.js";
import type { RunDocument } from "../../src/model/run.js";
import { runText } from "../../src/model/run-text.js";
import { readRunById } from "../evidence/read.js";
import { rawOfChapter } from "./evidence.js";
import { answerPaths, pathsOfAnswer } from "./paths.js";

export interface Published {
  files: Files;
  run: RunDocument;
}

/** The files of an answer with its run, as far as they are there; undefined when its run is not kept. */
export async function publishedFiles(
  roots: { evidence: string; answers: string },
  chapter: string,
  exercise: string,
): Promise<Published | undefined> {
  const paths = pathsOfAnswer(roots.answers, chapter, exercise);
  const files: Files = new Map();
  const add = (name: string, file: string) => {
    if (existsSync(file)) files.set(name, new Uint8Array(readFileSync(file)));
  };
  add(BUNDLE_FILES.answer, paths.answer);
  add(BUNDLE_FILES.record, paths.record);
  add(BUNDLE_FILES.attestation, paths.attestation);
  add(BUNDLE_FILES.keys, answerPaths(roots.answers).keys);
  const id = runOf(files.get(BUNDLE_FILES.answer));
  const run = id === undefined ? undefined : await readRunById(roots.evidence, chapter, id);
  if (!run) return undefined;
  files.set(BUNDLE_FILES.run, new TextEncoder().encode(runText(run)));
  const raw = rawOfChapter(roots.evidence, chapter);
  for (const { sha256 } of outputsOf(run)) {
    const bytes = raw(sha256);
    if (bytes) files.set(rawName(sha256), bytes);
  }
  return { files, run };
}

/** The published answer as one file: the same answer gives the same bytes. */
export function packPublished({ files, run }: Published): Uint8Array {
  const beside: Files = new Map([...files].filter(([name]) => !name.startsWith("raw/")));
  return packRun(run, (sha256) => files.get(rawName(sha256)), beside);
}

/** The run that an answer file names, if it can be read. */
export function runOf(answer: Uint8Array | undefined): string | undefined {
  const read = answer && readAnswer(answer);
  const run = (read?.json as Partial<Answer> | null | undefined)?.run;
  return typeof run === "string" && /^[0-9A-Za-z-]+$/.test(run) ? run : undefined;
}
