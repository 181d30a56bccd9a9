import { series } from "../../labs/series.js";
import type { Files } from "../../src/model/bundle/archive.js";
import { readBundle } from "../../src/model/bundle/bundle.js";
import { BUNDLE_FILES } from "../../src/model/bundle/names.js";
import { digestOf } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { EVIDENCE } from "../evidence/paths.js";
import { readRunById } from "../evidence/read.js";
import { landRun } from "../evidence/store.js";
import { exit } from "../exit-codes.js";
import { readBundleFile } from "../publish/files.js";
import { LONGEST_MS, verifyFilesInTime } from "../publish/in-time.js";
import { faultsOf } from "../publish/report-text.js";
import type { Session } from "../session.js";

/** How far the clock of another machine may be ahead of this one, in milliseconds. */
const AHEAD_MS = 5 * 60_000;

/** What was done with one file. */
export interface Imported {
  file: string;
  run: string;
  chapter: string;
  /** `there`: the same run is in the evidence already. `beside`: an earlier or a lesser run than the chapter's own, or on another version. */
  landed: "newest" | "beside" | "there";
}

/**
 * Lands the runs of bundles. All files are read and verified, and all faults said, before anything lands.
 * @param now this machine's clock, in milliseconds since the epoch
 * @param limitMs after how many milliseconds the check of a file is given up
 */
export async function importRuns(
  files: string[],
  options: { json?: boolean },
  session: Pick<Session, "print">,
  root = EVIDENCE,
  { now = Date.now, limitMs = LONGEST_MS }: { now?: () => number; limitMs?: number } = {},
): Promise<number> {
  const checked: { file: string; run: RunDocument; raw: Map<string, Uint8Array> }[] = [];
  const faults: LabError[] = [];
  for (const file of files) {
    try {
      checked.push({ file, ...(await check(file, now(), limitMs)) });
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      faults.push(error);
    }
  }
  for (const { file, run } of checked) {
    const there = await readRunById(root, run.chapter, run.id);
    if (there && digestOf(there) !== digestOf(run)) {
      const message = `${file} holds another run ${run.id} than ${root}`;
      faults.push(new LabError("OTHER_RUN", message, { exitCode: exit.verificationFailed }));
    }
  }
  if (faults.length > 0) throw all(faults, files.length);
  const done: Imported[] = [];
  for (const one of checked) done.push(await land(root, one));
  if (options.json) session.print(JSON.stringify(done, null, 2));
  else for (const { file, run, landed } of done) session.print(`${file}  ${run}  ${WORDS[landed]}`);
  return exit.done;
}

const WORDS: Record<Imported["landed"], string> = {
  newest: "verified; it is the chapter's evidence now",
  beside:
    "verified; it is kept beside the chapter's evidence, which is newer, observed more or is of the book's version of Kubernetes",
  there: "verified; it was there already",
};

/** @throws LabError with everything that is wrong with the file */
async function check(
  path: string,
  now: number,
  limitMs: number,
): Promise<{ run: RunDocument; raw: Map<string, Uint8Array> }> {
  const { files, faults } = readBundle(readBundleFile(fromCaller(path)));
  if (!files) throw refuse(path, exit.verificationFailed, faults.map((fault) => `  ${fault}`).join("\n"));
  const report = await verifyFilesInTime(files, undefined, limitMs);
  if (!report.ok) throw refuse(path, exit.verificationFailed, faultsOf(report));
  const run = JSON.parse(new TextDecoder().decode(files.get(BUNDLE_FILES.run))) as RunDocument;
  const chapters = series.flatMap((one) => one.chapters.map(({ id }) => id));
  if (!chapters.includes(run.chapter))
    throw refuse(
      path,
      exit.usage,
      `  it is of chapter ${run.chapter}; the chapters are ${chapters.join(", ")}`,
    );
  const early = aheadOf(now, run);
  if (early) throw refuse(path, exit.verificationFailed, early);
  return { run, raw: outputsIn(files) };
}

/** A run of tomorrow would stay the chapter's newest until then, whatever is run meanwhile. */
function aheadOf(now: number, run: RunDocument): string | undefined {
  const field = (["startedAt", "endedAt"] as const).find((name) => Date.parse(run[name]) > now + AHEAD_MS);
  if (!field) return undefined;
  return [
    `  run.json ${field}: ${run[field]} lies in the future: expected at most ${AHEAD_MS / 60_000} minutes after this machine's clock, ${new Date(now).toISOString()}`,
    "  set the clock that is wrong (date -u shows this machine's); if it is the other machine's, run the lab there again and export that run",
  ].join("\n");
}

function outputsIn(files: Files): Map<string, Uint8Array> {
  const raw = new Map<string, Uint8Array>();
  for (const [name, bytes] of files) if (name.startsWith("raw/")) raw.set(name.slice(4), bytes);
  return raw;
}

async function land(
  root: string,
  { file, run, raw }: { file: string; run: RunDocument; raw: Map<string, Uint8Array> },
): Promise<Imported> {
  const of = { file, run: run.id, chapter: run.chapter };
  if (await readRunById(root, run.chapter, run.id)) return { ...of, landed: "there" };
  const { beside } = await landRun(root, run, raw);
  return { ...of, landed: beside ? "beside" : "newest" };
}

function refuse(file: string, exitCode: 2 | 7, why: string): LabError {
  return new LabError("REFUSED_BUNDLE", `${file} is refused:\n${why}`, { exitCode });
}

function all(faults: LabError[], count: number): LabError {
  const exitCode = faults.some((fault) => fault.exitCode === exit.usage)
    ? exit.usage
    : exit.verificationFailed;
  const message = faults.map((fault) => fault.message).join("\n");
  const rest = count > faults.length ? "\nnothing of the other files landed either" : "";
  return new LabError("REFUSED_BUNDLE", message + rest, { exitCode });
}
