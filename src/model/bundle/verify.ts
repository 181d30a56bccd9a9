import { type Trust, verifyPublished } from "../attest/verify.js";
import { outputsOf } from "../outputs.js";
import { readDocument } from "../verify/document.js";
import { verifyRun } from "../verify/index.js";
import type { Check, Report } from "../verify/types.js";
import type { Files } from "./archive.js";
import { filesFaults, rawOf, readBundle } from "./bundle.js";
import { BUNDLE_FILES, rawName } from "./names.js";

/** Verifies a bundle from its bytes up: the archive, its manifest, the run in it, and the answer where it holds one. */
export async function verifyBundle(bytes: Uint8Array, trust?: Trust): Promise<Report> {
  const { files, faults } = readBundle(bytes);
  if (!files) return { run: "?", chapter: "?", ok: false, checks: [bundleCheck(faults)] };
  return verifyFiles(files, trust);
}

/** The same for the files of a bundle that was unpacked. */
export async function verifyFiles(files: Files, trust: Trust = {}): Promise<Report> {
  const document = files.get(BUNDLE_FILES.run);
  const faults = [
    ...filesFaults(files),
    ...(document ? strayOutputs(files, document) : ["run.json is missing"]),
  ];
  const check = bundleCheck(faults, files.size);
  if (!document) return { run: "?", chapter: "?", ok: false, checks: [check] };
  const { currentParts } = trust;
  const report = holdsAnswer(files)
    ? await verifyPublished(files, trust)
    : verifyRun({ run: document, raw: rawOf(files), ...(currentParts && { currentParts }) });
  return { ...report, ok: report.ok && check.ok, checks: [check, ...report.checks] };
}

/** Whether the files are of a published answer, complete or not. */
export function holdsAnswer(files: Files): boolean {
  const { answer, record, attestation, keys } = BUNDLE_FILES;
  return [answer, record, attestation, keys].some((name) => files.has(name));
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

export function bundleCheck(faults: string[], count = 0): Check {
  return faults.length === 0
    ? { id: "bundle", ok: true, detail: `${count} files, each as the manifest says` }
    : { id: "bundle", ok: false, detail: faults.join("; "), where: faults };
}
