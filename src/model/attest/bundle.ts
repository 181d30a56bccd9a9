import type { Files } from "../bundle/archive.js";
import { readBundle } from "../bundle/bundle.js";
import { BUNDLE_FILES } from "../bundle/names.js";
import { filesCheck, unreadable, verifyFiles } from "../bundle/verify.js";
import type { Report } from "../verify/types.js";
import { type Trust, verifyPublished } from "./verify.js";

/** Verifies a bundle with everything that it holds: the run, and the answer and its signature where there is one. */
export async function verifyWhole(bytes: Uint8Array, trust?: Trust): Promise<Report> {
  const { files, faults } = readBundle(bytes);
  return files ? verifyWholeFiles(files, trust) : unreadable(faults);
}

/** The same for the files of a bundle that was unpacked. */
export async function verifyWholeFiles(files: Files, trust: Trust = {}): Promise<Report> {
  if (!holdsAnswer(files) || !files.has(BUNDLE_FILES.run)) return verifyFiles(files, trust.currentParts);
  const check = filesCheck(files);
  const report = await verifyPublished(files, trust);
  return { ...report, ok: report.ok && check.ok, checks: [check, ...report.checks] };
}

/** Whether the files are of a published answer, complete or not. */
function holdsAnswer(files: Files): boolean {
  const { answer, record, attestation, keys } = BUNDLE_FILES;
  return [answer, record, attestation, keys].some((name) => files.has(name));
}
