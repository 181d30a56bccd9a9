/** Fetches an answer's files from the site, each under its name in a bundle. */
import type { Files } from "../../model/bundle/archive.js";
import { BUNDLE_FILES, rawName } from "../../model/bundle/names.js";
import { outputsOf } from "../../model/outputs.js";
import type { RunDocument } from "../../model/run.js";
import { fetchBytes } from "../fetch-bytes.js";
import { type AnswerSummary, answerFiles } from "./summary.js";

/** What has to be known of an answer to find its files. */
export type PublishedPlace = Pick<AnswerSummary, "chapter" | "exercise" | "runFile">;

/** How many files are asked for at once. */
const AT_ONCE = 8;

/**
 * Every file that the answer stands on: the run and the raw outputs that the chapter's page shows, the answer, its record
 * and signature, and the keys. A file that is not there is left out: the check says that it is missing.
 * @param root the address of the site's root, with a slash at its end
 */
export async function fetchPublished(
  of: PublishedPlace,
  root: string,
  progress: (done: number, all: number) => void,
): Promise<Files> {
  const names = answerFiles(of);
  const evidence = `${root}evidence/${of.chapter}/`;
  const files: Files = new Map();
  const run = await fetchBytes(evidence + of.runFile);
  files.set(BUNDLE_FILES.run, run);
  const outputs = outputsIn(run);
  const wanted: [string, string][] = [
    [BUNDLE_FILES.answer, `${root}answers/${names.answer}`],
    [BUNDLE_FILES.record, `${root}answers/${names.record}`],
    [BUNDLE_FILES.attestation, `${root}answers/${names.attestation}`],
    [BUNDLE_FILES.keys, `${root}answers/${names.keys}`],
    ...outputs.map((sha256): [string, string] => [rawName(sha256), `${evidence}raw/${sha256}`]),
  ];
  let done = 1;
  const queue = wanted.values();
  const worker = async () => {
    for (const [name, url] of queue) {
      const bytes = await fetchBytes(url, { missing: true });
      if (bytes) files.set(name, bytes);
      progress(++done, wanted.length + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return files;
}

/** The digests that a run document names; none when it cannot be read, which the check will say. */
function outputsIn(document: Uint8Array): string[] {
  try {
    const run = JSON.parse(new TextDecoder().decode(document)) as RunDocument;
    return [...new Set(outputsOf(run).map(({ sha256 }) => sha256))].filter((one) =>
      /^[0-9a-f]{64}$/.test(one),
    );
  } catch {
    return [];
  }
}
