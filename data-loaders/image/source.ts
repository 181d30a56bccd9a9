import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { digestOf, hexOf } from "./digest.js";
import { storedGzip } from "./gzip.js";
import { packTar, readTar } from "./tar.js";
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
  const names = await readdir(directory).catch(() => [] as string[]);
  const found = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readRegularFile(join(directory, name))] as const),
    ),
  );
  const remedy =
    `Restore it: git checkout -- ${directory}\n` +
    `or, when the change is meant: cd ${directory} && sha256sum *.mjs > ${MANIFEST}`;
  return packSource(verified(found, `source in ${directory}`, remedy));
}

/**
 * Reads the source out of an archive. `sha256` (64 hex digits) says which archive is wanted: another one is stale or
 * corrupt, and refused as a whole before anything in it is looked at. `named` is how whoever asked calls the file: messages
 * say that, and no folder of the machine. Errors: ImageFault SOURCE_REFUSED.
 */
export async function readSourceArchive(path: string, sha256?: string, named = path): Promise<ProbeSource> {
  const what = `source archive ${named}`;
  const remedy = `Make it again: ./lab image --source-only --save ${named}`;
  const refuse = (fault: string) => refused(what, [fault], remedy);
  const bytes = await readRegularFile(path);
  if (bytes === undefined) throw refuse("the archive: expected a file, got no such file");
  const got = hexOf(bytes);
  if (sha256 !== undefined && got !== sha256) throw refuse(`the archive: expected ${sha256}, got ${got}`);
  const entries = await unpacked(bytes).catch((error: Error) => {
    throw refuse(`the archive: expected a whole tar.gz, got: ${error.message}`);
  });
  const source = await packSource(verified(entries, what, remedy));
  // SOURCE_DIGEST must be what sha256sum says of the archive
  if (source.digest === `sha256:${got}`) return source;
  throw refuse(`the archive: expected ${source.digest}, which its files pack to, got sha256:${got}`);
}

const FOLDER = "probe-app/";

async function unpacked(archive: Uint8Array): Promise<Map<string, Uint8Array | undefined>> {
  const files = await readTar(gunzipSync(archive));
  return new Map([...files].map(([name, bytes]) => [name.replace(FOLDER, ""), bytes]));
}

/** The files that the manifest lists, and the manifest; all faults at once when one is not as it says. */
function verified(
  found: Map<string, Uint8Array | undefined>,
  what: string,
  remedy: string,
): ProbeSource["files"] {
  const manifest = found.get(MANIFEST);
  if (manifest === undefined)
    throw refused(what, [`${MANIFEST}: expected a manifest of checksums, got no such file`], remedy);
  const { sums, faults } = readManifest(new TextDecoder().decode(manifest));
  for (const [name, expected] of sums) {
    const bytes = found.get(name);
    const got = bytes === undefined ? "no such file" : hexOf(bytes);
    if (got !== expected) faults.push(`${name}: expected ${expected}, got ${got}`);
  }
  for (const name of found.keys()) {
    if (name !== MANIFEST && !sums.has(name))
      faults.push(`${name}: expected nothing of that name, got a file that ${MANIFEST} does not list`);
  }
  if (faults.length > 0) throw refused(what, faults, remedy);
  return [MANIFEST, ...sums.keys()].map((name) => ({ name, bytes: found.get(name)! }));
}

async function packSource(files: ProbeSource["files"]): Promise<ProbeSource> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const entries = sorted.map(({ name, bytes }) => ({ name: `${FOLDER}${name}`, mode: 0o644, bytes }));
  const archive = storedGzip(await packTar(entries, 0));
  return { files: sorted, archive, digest: digestOf(archive) };
}

function readManifest(text: string) {
  const sums = new Map<string, string>();
  const faults: string[] = [];
  text.split("\n").forEach((line, index) => {
    const match = /^([0-9a-f]{64}) [ *]([A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(line);
    if (match) sums.set(match[2]!, match[1]!);
    else if (line !== "")
      faults.push(`${MANIFEST}:${index + 1}: expected "<sha256>  <file>", got ${JSON.stringify(line)}`);
  });
  if (sums.size === 0) faults.push(`${MANIFEST}: expected at least one file, got none`);
  return { sums, faults };
}

async function readRegularFile(path: string): Promise<Uint8Array | undefined> {
  const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return stat?.isFile() ? readFile(path) : undefined;
}

function refused(what: string, faults: string[], remedy: string): ImageFault {
  return new ImageFault(
    "SOURCE_REFUSED",
    `the probe application's ${what} is not what its manifest says; nothing was built\n` +
      faults.map((fault) => `  ${fault}\n`).join("") +
      remedy,
  );
}
