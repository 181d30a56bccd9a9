import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunDocument } from "../../src/model/run.js";
import { parseRun, type SchemaFault } from "../../src/model/schema.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { pathsOf } from "./paths.js";

/** The newest publishable run of a chapter; undefined when there is none. Asserts the schema's version. */
export async function readRun(root: string, chapter: string): Promise<RunDocument | undefined> {
  return readDocument(pathsOf(root, chapter).run);
}

/** The attempt that stands beside it. */
export async function readAttempt(root: string, chapter: string): Promise<RunDocument | undefined> {
  return readDocument(pathsOf(root, chapter).attempt);
}

/** A run of the chapter by its ID, newest or earlier. */
export async function readRunById(
  root: string,
  chapter: string,
  id: string,
): Promise<RunDocument | undefined> {
  const candidates = [await readRun(root, chapter), await readAttempt(root, chapter)];
  return candidates.find((run) => run?.id === id) ?? readEarlier(root, chapter, id);
}

/** One of the earlier runs that are kept whole. */
export async function readEarlier(
  root: string,
  chapter: string,
  id: string,
): Promise<RunDocument | undefined> {
  return readDocument(join(pathsOf(root, chapter).earlier, `${id}.json`));
}

/** IDs of the earlier runs that are kept whole, oldest first. */
export async function earlierRuns(root: string, chapter: string): Promise<string[]> {
  const folder = pathsOf(root, chapter).earlier;
  if (!existsSync(folder)) return [];
  return (await readdir(folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -5))
    .sort();
}

/** One raw output of a chapter; undefined when it is not there. */
export async function readRaw(
  root: string,
  chapter: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const file = join(pathsOf(root, chapter).raw, sha256);
  return existsSync(file) ? readFile(file) : undefined;
}

async function readDocument(file: string): Promise<RunDocument | undefined> {
  if (!existsSync(file)) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw unreadable(file, (error as Error).message);
  }
  const { run, faults } = parseRun(json);
  if (!run) throw unreadable(file, faultsInWords(faults));
  return run;
}

function unreadable(file: string, what: string): LabError {
  return new LabError("SCHEMA", `${file} is no run document: ${what}`, {
    exitCode: exit.verificationFailed,
    remedy: `git checkout -- ${file}`,
  });
}

/** All faults of a document in one line. */
export function faultsInWords(faults: SchemaFault[]): string {
  return faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
}
