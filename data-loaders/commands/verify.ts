import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { series } from "../../labs/series.js";
import type { Trust } from "../../src/model/attest/verify.js";
import type { Files } from "../../src/model/bundle/archive.js";
import { readBundle } from "../../src/model/bundle/bundle.js";
import { BUNDLE_FILES } from "../../src/model/bundle/names.js";
import { unreadable } from "../../src/model/bundle/verify.js";
import type { RunDocument } from "../../src/model/run.js";
import { readDocument } from "../../src/model/verify/document.js";
import type { Report } from "../../src/model/verify/types.js";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { EVIDENCE, pathsOf } from "../evidence/paths.js";
import { earlierRuns } from "../evidence/read.js";
import { exit } from "../exit-codes.js";
import { loadAll } from "../labs.js";
import { allKeys } from "../publish/all-keys.js";
import { isUnpackedBundle, readBundleFile, readBundleFolder } from "../publish/files.js";
import { LONGEST_MS, verifyFilesInTime, verifyPublishedInTime, verifyRunInTime } from "../publish/in-time.js";
import { answerFolders, publishedOf } from "../publish/paths.js";
import { publishedFiles } from "../publish/published.js";
import { countText, reportText } from "../publish/report-text.js";
import { labDigests } from "../run/digests.js";
import type { Session } from "../session.js";

export interface VerifyOptions {
  json?: boolean;
  /** Every check of every report, not only those that failed. */
  verbose?: boolean;
}

/**
 * Verifies each run that is kept, from its raw bytes up: of one chapter, of everyone's, of a folder with a chapter's
 * evidence, of one run document in such a folder, or of a bundle, packed or unpacked. A chapter's published answers
 * come with it.
 * @param limitMs after how many milliseconds the check of one run is given up
 */
export async function verify(
  target: string | undefined,
  options: VerifyOptions,
  session: Pick<Session, "print">,
  limitMs = LONGEST_MS,
): Promise<number> {
  const bundle = target === undefined ? undefined : await bundleReport(target, limitMs);
  const reports: Report[] = bundle ? [bundle] : [];
  if (bundle) return say(reports, options, session);
  for (const { folder, only } of placesOf(target)) {
    reports.push(...(await verifyFolder(folder, only, limitMs)));
    if (only === undefined && dirname(folder) === EVIDENCE)
      reports.push(...(await verifyAnswers(basename(folder))));
  }
  if (reports.length === 0) throw nothingIn(target);
  return say(reports, options, session);
}

function say(reports: Report[], options: VerifyOptions, session: Pick<Session, "print">): number {
  if (options.json) session.print(JSON.stringify(reports, null, 2));
  else {
    for (const report of reports) session.print(reportText(report, options.verbose ?? reports.length === 1));
    session.print(countText(reports));
  }
  return reports.every((report) => report.ok) ? exit.done : exit.verificationFailed;
}

/** A chapter that has not run yet is another matter than a name that means nothing. */
function nothingIn(target: string | undefined): LabError {
  if (target === undefined || chapterIds().includes(target)) {
    return new LabError("NO_EVIDENCE", `there is no evidence of ${target ?? "any chapter"} in ${EVIDENCE}`, {
      exitCode: exit.notRun,
      remedy: `./lab run ${target ?? "c00"}`,
    });
  }
  const path = fromCaller(target);
  const what = existsSync(path)
    ? `${path} is neither a bundle nor a folder with a chapter's evidence`
    : `there is no chapter ${target}, and no file or folder ${path}`;
  return new LabError("NO_TARGET", what, { exitCode: exit.usage, remedy: "./lab list" });
}

function chapterIds(): string[] {
  return series.flatMap((s) => s.chapters.map((c) => c.id));
}

/** Of a bundle, packed or unpacked; undefined when the target is neither. */
async function bundleReport(target: string, limitMs: number): Promise<Report | undefined> {
  const given = fromCaller(target);
  if (!existsSync(given)) return undefined;
  // a file of an unpacked bundle stands for all of it
  const path = isUnpackedBundle(dirname(given)) ? dirname(given) : given;
  const files = statSync(path).isDirectory()
    ? isUnpackedBundle(path) && readBundleFolder(path)
    : !path.endsWith(".json") && readBundle(readBundleFile(path));
  if (!files) return undefined;
  if (files instanceof Map) return verifyFilesInTime(files, await trustIn(files), limitMs);
  return files.files
    ? verifyFilesInTime(files.files, await trustIn(files.files), limitMs)
    : { ...unreadable(files.faults), run: target };
}

/** What this project knows itself: its keys and, of the chapter, its code. */
async function trustIn(files: Files): Promise<Trust> {
  const read = readDocument(files.get(BUNDLE_FILES.run) ?? new Uint8Array());
  const currentParts = await partsOf("run" in read ? [read.run] : []);
  const keys = allKeys(answerFolders());
  return { ...(currentParts && { currentParts }), ...(keys && { keys }) };
}

/** The folders that the target means, and the one document in it when the target is a file. */
function placesOf(target: string | undefined): { folder: string; only?: string }[] {
  const chapters = chapterIds();
  if (target === undefined) return chapters.map((chapter) => ({ folder: join(EVIDENCE, chapter) }));
  const path = fromCaller(target);
  if (chapters.includes(target) || !existsSync(path)) return [{ folder: join(EVIDENCE, target) }];
  if (statSync(path).isDirectory()) return [{ folder: path }];
  const folder = dirname(path);
  return [{ folder: basename(folder) === "runs" ? dirname(folder) : folder, only: path }];
}

async function verifyFolder(folder: string, only: string | undefined, limitMs: number): Promise<Report[]> {
  const paths = pathsOf(dirname(folder), basename(folder));
  const earlier = (await earlierRuns(dirname(folder), basename(folder))).map((id) =>
    join(paths.earlier, `${id}.json`),
  );
  const files = [paths.run, paths.attempt, ...earlier].filter((file) => existsSync(file));
  const documents = files.map((file) => ({ file, bytes: new Uint8Array(readFileSync(file)) }));
  const others = documents.flatMap(({ bytes }) => {
    const read = readDocument(bytes);
    return "run" in read ? [read.run] : [];
  });
  const history = existsSync(paths.history) ? readFileSync(paths.history, "utf8") : "";
  const raw = (sha256: string) => {
    const file = join(paths.raw, sha256);
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  };
  const currentParts = await partsOf(others);
  return documents
    .filter(({ file }) => only === undefined || join(file) === join(only))
    .map(({ file, bytes }) => {
      const report = verifyRunInTime({ run: bytes, raw, history, others, currentParts }, limitMs);
      return report.run === "?" ? { ...report, run: file, chapter: basename(folder) } : report;
    });
}

/** The chapter's published answers, from the same raw bytes up. */
async function verifyAnswers(chapter: string): Promise<Report[]> {
  const reports: Report[] = [];
  const published = answerFolders().flatMap((answers) =>
    publishedOf(answers, chapter).map((exercise) => ({ answers, exercise })),
  );
  for (const { answers, exercise } of published) {
    const found = await publishedFiles({ evidence: EVIDENCE, answers }, chapter, exercise);
    const gone = unreadable(["the run that the answer stands on is not kept"]);
    reports.push(
      found
        ? await verifyPublishedInTime(found.files, await trustIn(found.files))
        : { ...gone, chapter, exercise },
    );
  }
  return reports;
}

/** The lab's parts as they are today; undefined when the project has no such lab. */
async function partsOf(runs: RunDocument[]): Promise<Record<string, string> | undefined> {
  const loaded = (await loadAll()).find(({ lab }) => lab.id === runs[0]?.chapter);
  return loaded && (await labDigests(loaded.lab, loaded.folder)).labParts;
}
