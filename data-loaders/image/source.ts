import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf, hexOf } from "./digest.js";
import { storedGzip } from "./gzip.js";
import { packTar } from "./tar.js";
import { ImageFault } from "./types.js";

export const PROBE_SOURCE = fileURLToPath(new URL("../../labs/probe-app", import.meta.url));
const MANIFEST = "SHA256SUMS";

export interface ProbeSource {
  /** The files that the manifest lists, and the manifest itself, sorted by name. */
  files: { name: string; bytes: Uint8Array }[];
  /** Those files as a tar.gz, with fixed times, owners and modes: the same bytes from any checkout. */
  archive: Uint8Array;
  /** `sha256:<hex>` of `archive`: what SOURCE_DIGEST in the image says, and what `sha256sum` says of a download. */
  digest: string;
}

/**
 * Reads the probe application's source and verifies it against its manifest of checksums.
 * Errors: ImageFault SOURCE_REFUSED, naming every file with the checksum expected and got.
 */
export async function readSource(directory: string = PROBE_SOURCE): Promise<ProbeSource> {
  const { sums, text, faults } = await readManifest(directory);
  const files: ProbeSource["files"] = [{ name: MANIFEST, bytes: new TextEncoder().encode(text) }];
  for (const [name, expected] of sums) {
    const bytes = await readRegularFile(join(directory, name));
    const got = bytes === undefined ? "no such file" : hexOf(bytes);
    if (got !== expected) faults.push(`${name}: expected ${expected}, got ${got}`);
    if (bytes) files.push({ name, bytes });
  }
  for (const name of await readdir(directory)) {
    if (name !== MANIFEST && !sums.has(name))
      faults.push(`${name}: expected nothing of that name, got a file that ${MANIFEST} does not list`);
  }
  if (faults.length > 0) throw refused(directory, faults);
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  const entries = files.map(({ name, bytes }) => ({ name: `probe-app/${name}`, mode: 0o644, bytes }));
  const archive = storedGzip(await packTar(entries, 0));
  return { files, archive, digest: digestOf(archive) };
}

async function readManifest(directory: string) {
  const bytes = await readRegularFile(join(directory, MANIFEST));
  if (bytes === undefined)
    throw refused(directory, [`${MANIFEST}: expected a manifest of checksums, got no such file`]);
  const text = new TextDecoder().decode(bytes);
  const sums = new Map<string, string>();
  const faults: string[] = [];
  text.split("\n").forEach((line, index) => {
    const match = /^([0-9a-f]{64}) [ *]([A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(line);
    if (match) sums.set(match[2]!, match[1]!);
    else if (line !== "")
      faults.push(`${MANIFEST}:${index + 1}: expected "<sha256>  <file>", got ${JSON.stringify(line)}`);
  });
  if (sums.size === 0) faults.push(`${MANIFEST}: expected at least one file, got none`);
  return { sums, text, faults };
}

async function readRegularFile(path: string): Promise<Uint8Array | undefined> {
  const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return stat?.isFile() ? readFile(path) : undefined;
}

function refused(directory: string, faults: string[]): ImageFault {
  return new ImageFault(
    "SOURCE_REFUSED",
    `the probe application's source in ${directory} is not what its manifest says; nothing was built\n` +
      faults.map((fault) => `  ${fault}\n`).join("") +
      `Restore it: git checkout -- ${directory}\nor, when the change is meant: cd ${directory} && sha256sum *.mjs > ${MANIFEST}`,
  );
}
