import { sha256Hex } from "../hash.js";
import type { Files } from "./archive.js";
import { BUNDLE_FILES } from "./names.js";

export const BUNDLE_SCHEMA = "labbook/bundle/v1";

/** `manifest.json`: what a bundle holds, each file with its length and digest. It follows from the other files alone. */
export interface Manifest {
  schema: typeof BUNDLE_SCHEMA;
  files: { name: string; bytes: number; sha256: string }[];
}

export function manifestOf(files: Files): Manifest {
  const names = [...files.keys()].filter((name) => name !== BUNDLE_FILES.manifest).sort();
  return {
    schema: BUNDLE_SCHEMA,
    files: names.map((name) => ({
      name,
      bytes: files.get(name)!.length,
      sha256: sha256Hex(files.get(name)!),
    })),
  };
}

/** The one spelling of a manifest. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** Everything in which the files differ from their manifest, each with its name; empty when it is theirs. */
export function manifestFaults(files: Files): string[] {
  const bytes = files.get(BUNDLE_FILES.manifest);
  if (!bytes) return ["manifest.json is missing"];
  const expected = manifestOf(files);
  let text: string;
  let found: Manifest;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    found = JSON.parse(text) as Manifest;
  } catch (error) {
    return [`manifest.json is not JSON in UTF-8: ${(error as Error).message}`];
  }
  if (text === manifestText(expected)) return [];
  if (found?.schema !== BUNDLE_SCHEMA)
    return [`manifest.json: expected schema ${BUNDLE_SCHEMA}, got ${JSON.stringify(found?.schema)}`];
  const faults = Array.isArray(found.files) ? fileFaults(found.files, expected.files) : [];
  return faults.length > 0 ? faults : ["manifest.json is not spelled as it was written"];
}

function fileFaults(said: unknown[], there: Manifest["files"]): string[] {
  const entries = said.filter(
    (one): one is Manifest["files"][number] => typeof one === "object" && one !== null,
  );
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const faults = there.flatMap(({ name, bytes, sha256 }) => {
    const entry = byName.get(name);
    byName.delete(name);
    if (!entry) return [`${name} is not in manifest.json`];
    if (entry.bytes !== bytes)
      return [`${name}: expected ${entry.bytes} bytes as manifest.json says, got ${bytes}`];
    if (entry.sha256 !== sha256)
      return [`${name}: bytes 0–${bytes} have the digest ${sha256}, manifest.json says ${entry.sha256}`];
    return [];
  });
  return [...faults, ...[...byName.keys()].map((name) => `${name} is in manifest.json and missing`)];
}
