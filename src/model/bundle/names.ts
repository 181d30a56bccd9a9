/** What a bundle may hold. */

/** Files beside the raw outputs; the last four only when it is a published answer. */
export const BUNDLE_FILES = {
  manifest: "manifest.json",
  run: "run.json",
  answer: "answer.yaml",
  record: "record.json",
  attestation: "attestation.json",
  keys: "keys.json",
} as const;

const RAW = /^raw\/[0-9a-f]{64}$/;

/** What is wrong with an entry's name; undefined when a bundle may hold it. */
export function nameFault(name: string): string | undefined {
  if (RAW.test(name) || (Object.values(BUNDLE_FILES) as string[]).includes(name)) return undefined;
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "has an absolute name";
  if (name.split(/[/\\]/).includes("..")) return "has a name that leads out of the bundle";
  return "is no file of a bundle";
}

export function rawName(sha256: string): string {
  return `raw/${sha256}`;
}
