/** The check of an answer's files as a worker does it: the same code that the command runs. */
import { bestVerifier } from "../../model/attest/ed25519.js";
import { verifyPublished } from "../../model/attest/verify.js";
import type { Files } from "../../model/bundle/archive.js";
import type { Report } from "../../model/verify/types.js";

/** This module's address, for the worker that imports it. */
export const address = import.meta.url;

/** `by` names what verified the signature: this browser or a library. */
export async function verifyAnswer(files: Files): Promise<{ report: Report; by: string }> {
  const { name, verify } = await bestVerifier();
  return { report: await verifyPublished(files, { verify, keys: files.get("keys.json") }), by: name };
}
