import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hexOf } from "./digest.js";
import type { ProbeImage } from "./types.js";

export const IMAGE_CACHE = fileURLToPath(new URL("../../.labbook/images", import.meta.url));

interface CacheRecord {
  image: Omit<ProbeImage, "archivePath">;
  archiveSha256: string;
}

/** The image built earlier from the same inputs, or undefined; an archive whose bytes have changed is not used. */
export async function readCache(directory: string, key: string): Promise<ProbeImage | undefined> {
  const archivePath = join(directory, `${key}.tar`);
  const [record, archive] = await Promise.all([
    optional(join(directory, `${key}.json`)),
    optional(archivePath),
  ]);
  if (!record || !archive) return undefined;
  const { image, archiveSha256 } = parse(record) ?? {};
  return image && archiveSha256 === hexOf(archive) ? { ...image, archivePath } : undefined;
}

/** Each file appears whole or not at all; the record comes last, so that it never speaks of a missing archive. */
export async function writeCache(
  directory: string,
  key: string,
  image: CacheRecord["image"],
  archive: Uint8Array,
): Promise<ProbeImage> {
  await mkdir(directory, { recursive: true });
  const archivePath = join(directory, `${key}.tar`);
  const record: CacheRecord = { image, archiveSha256: hexOf(archive) };
  await replace(archivePath, archive);
  await replace(join(directory, `${key}.json`), `${JSON.stringify(record, null, 2)}\n`);
  return { ...image, archivePath };
}

/** Chapters that run side by side in one process write the same archive at once, so each writer has a file of its own. */
async function replace(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString("hex")}.partial`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function optional(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** A record that cannot be read is no record: the image is simply built again. */
function parse(bytes: Uint8Array): Partial<CacheRecord> | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as CacheRecord;
  } catch {
    return undefined;
  }
}
