/** A reader's own run, from the file that `lab export` wrote, verified here from the raw bytes up. Nothing is sent. */
import { readBundle } from "../../model/bundle/bundle.js";
import { BUNDLE_FILES } from "../../model/bundle/names.js";
import { verifyBundle } from "../../model/bundle/verify.js";
import type { RunDocument } from "../../model/run.js";
import { readDocument } from "../../model/verify/document.js";
import type { Report } from "../../model/verify/types.js";

export type OwnRun = { run: RunDocument; report: Report } | { run?: undefined; report: Report };

/** This module's address, for the worker that imports it. */
export const address = import.meta.url;

/** The run only when everything in it verified. */
export async function openOwnRun(bytes: Uint8Array): Promise<OwnRun> {
  const report = await verifyBundle(bytes);
  if (!report.ok) return { report };
  const document = readBundle(bytes).files?.get(BUNDLE_FILES.run);
  const read = document && readDocument(document);
  return read && "run" in read ? { run: read.run, report } : { report: { ...report, ok: false } };
}
