import { outputsOf } from "../outputs.js";
import { readDocument } from "../verify/document.js";
import { verifyRun } from "../verify/index.js";
import type { Check, Report } from "../verify/types.js";
import type { Files } from "./archive.js";
import { filesFaults, rawOf, readBundle } from "./bundle.js";
import { BUNDLE_FILES, rawName } from "./names.js";

/** Verifies a bundle from its bytes up: the archive, its manifest, then the run in it. */
export function verifyBundle(bytes: Uint8Array, currentParts?: Record<string, string>): Report {
  const { files, faults } = readBundle(bytes);
  if (!files) return unreadable(faults);
  return verifyFiles(files, currentParts);
}

/** The same for the files of a bundle that was unpacked. */
export function verifyFiles(files: Files, currentParts?: Record<string, string>): Report {
  const check = filesCheck(files);
  const run = files.get(BUNDLE_FILES.run);
  if (!run) return { run: "?", chapter: "?", ok: false, checks: [check] };
  const report = verifyRun({ run, raw: rawOf(files), ...(currentParts && { currentParts }) });
  return { ...report, ok: report.ok && check.ok, checks: [check, ...report.checks] };
}

/** The files are those of the manifest, and none is there that the run does not name. */
export function filesCheck(files: Files): Check {
  const document = files.get(BUNDLE_FILES.run);
  const stray = document ? strayOutputs(files, document) : ["run.json is missing"];
  return bundleCheck([...filesFaults(files), ...stray], files.size);
}

/** Of a bundle that cannot even be read. */
export function unreadable(faults: string[]): Report {
  return { run: "?", chapter: "?", ok: false, checks: [bundleCheck(faults)] };
}

/** Outputs that no step of the run names have no place in its bundle. */
function strayOutputs(files: Files, document: Uint8Array): string[] {
  const read = readDocument(document);
  if (!("run" in read)) return []; // that is the document's own fault
  const named = new Set(outputsOf(read.run).map(({ sha256 }) => rawName(sha256)));
  return [...files.keys()]
    .filter((name) => name.startsWith("raw/") && !named.has(name))
    .map((name) => `${name} is named by no step of the run`);
}

function bundleCheck(faults: string[], count = 0): Check {
  return faults.length === 0
    ? { id: "bundle", ok: true, detail: `${count} files, each as the manifest says` }
    : { id: "bundle", ok: false, detail: faults.join("; "), where: faults };
}
