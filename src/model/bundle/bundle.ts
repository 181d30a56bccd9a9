import type { Raw } from "../observe.js";
import { outputsOf } from "../outputs.js";
import type { RunDocument } from "../run.js";
import { runText } from "../run-text.js";
import { type ArchiveFault, type Files, type Limits, packArchive, readArchive } from "./archive.js";
import { manifestFaults, manifestOf, manifestText } from "./manifest.js";
import { BUNDLE_FILES, nameFault, rawName } from "./names.js";

/** One run as one file: the same run gives the same bytes. @throws when an output is missing: a fault of the caller */
export function packRun(run: RunDocument, raw: Raw, more: Files = new Map()): Uint8Array {
  const files: Files = new Map([...more, [BUNDLE_FILES.run, new TextEncoder().encode(runText(run))]]);
  for (const { sha256 } of outputsOf(run)) {
    const bytes = raw(sha256);
    if (!bytes) throw new Error(`run ${run.id} names the output ${sha256}, which is missing`);
    files.set(rawName(sha256), bytes);
  }
  files.set(BUNDLE_FILES.manifest, new TextEncoder().encode(manifestText(manifestOf(files))));
  return packArchive(files);
}

export type ReadBundle = { files: Files; faults?: undefined } | { files?: undefined; faults: string[] };

/**
 * The files of a bundle, bounded and complete, or what is wrong with it, each fault with its entry. For command and
 * browser alike; what the files say is checked by verifyFiles.
 */
export function readBundle(bytes: Uint8Array, limits?: Limits): ReadBundle {
  const { files, fault } = readArchive(bytes, nameFault, limits);
  if (!files) return { faults: [inWords(fault)] };
  const faults = filesFaults(files);
  return faults.length > 0 ? { faults } : { files };
}

/** What is wrong with the files of a bundle that was unpacked; empty when they are those that it was made of. */
export function filesFaults(files: Files): string[] {
  const strange = [...files.keys()].flatMap((name) => {
    const fault = nameFault(name);
    return fault ? [`${name} ${fault}`] : [];
  });
  return [...strange, ...manifestFaults(files)];
}

/** The bundle's raw outputs as the model asks for them. */
export function rawOf(files: Files): Raw {
  return (sha256) => files.get(rawName(sha256));
}

function inWords({ entry, offset, message }: ArchiveFault): string {
  return entry === undefined
    ? `the file ${message} (at byte ${offset})`
    : `entry ${JSON.stringify(entry)} ${message} (at byte ${offset})`;
}
