import * as zlib from "node:zlib";
import { digestOf } from "./digest.js";
import { readTar } from "./tar.js";
import { ImageFault } from "./types.js";

/** The image config as OCI defines it, as far as it is read or carried over. */
export interface ImageConfig {
  architecture: string;
  os: string;
  variant?: string;
  config?: { Env?: string[]; User?: string };
  rootfs: { type: "layers"; diff_ids: string[] };
}

export interface SavedImage {
  /** Digest of the config's bytes: the image ID in the classic sense. */
  id: string;
  config: ImageConfig;
  /** Uncompressed layer tars, lowest first, each verified against the config's diffID. */
  layers: { diffId: string; bytes: Uint8Array }[];
}

/**
 * Reads what `docker save` wrote. docker before 25 writes `<id>/layer.tar` files, newer ones an OCI layout whose blobs
 * may be compressed; `manifest.json` is in both and names config and layers. Errors: ImageFault BASE_CORRUPT.
 */
export async function readSavedImage(tar: Uint8Array): Promise<SavedImage> {
  const files = await readTar(tar).catch((error: Error) => {
    throw corrupt(`expected a whole tar, got: ${error.message}`);
  });
  const list = json<{ Config: string; Layers: string[] }[]>(file(files, "manifest.json"), "manifest.json");
  const [entry, ...others] = list;
  if (!entry || others.length > 0) throw corrupt(`manifest.json: expected one image, got ${list.length}`);
  const configBytes = file(files, entry.Config);
  const id = digestOf(configBytes);
  const named = /[0-9a-f]{64}/.exec(entry.Config)?.[0];
  if (named && id !== `sha256:${named}`) throw corrupt(`config: expected sha256:${named}, got ${id}`);
  const config = json<ImageConfig>(configBytes, entry.Config);
  const diffIds = config.rootfs?.diff_ids ?? [];
  if (diffIds.length !== entry.Layers.length) {
    throw corrupt(`expected ${diffIds.length} layers as the config says, got ${entry.Layers.length}`);
  }
  const layers = entry.Layers.map((name, index) => uncompressed(file(files, name), diffIds[index]!));
  return { id, config, layers };
}

function uncompressed(blob: Uint8Array, diffId: string): SavedImage["layers"][number] {
  const bytes = decompress(blob);
  const got = digestOf(bytes);
  if (got !== diffId) throw corrupt(`layer: expected diffID ${diffId}, got ${got}`);
  return { diffId, bytes };
}

function decompress(blob: Uint8Array): Uint8Array {
  const magic = Buffer.from(blob.subarray(0, 4)).toString("hex");
  if (magic.startsWith("1f8b")) return gunzip(blob);
  if (magic !== "28b52ffd") return blob;
  // Node.js has zstd since 22.15; the types of Node.js 20 do not know it.
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array };
  if (!zstdDecompressSync)
    throw corrupt("a layer is compressed with zstd, which needs Node.js 22.15 or newer here");
  return zstdDecompressSync(blob);
}

function gunzip(blob: Uint8Array): Uint8Array {
  try {
    return zlib.gunzipSync(blob);
  } catch (error) {
    throw corrupt(`layer: expected gzip data, got: ${(error as Error).message}`);
  }
}

function file(files: Map<string, Uint8Array>, name: string): Uint8Array {
  const bytes = files.get(name);
  if (!bytes) throw corrupt(`expected a file ${name}, got none of that name`);
  return bytes;
}

function json<T>(bytes: Uint8Array, name: string): T {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch (error) {
    throw corrupt(`${name}: expected JSON, got: ${(error as Error).message}`);
  }
}

function corrupt(message: string): ImageFault {
  return new ImageFault("BASE_CORRUPT", `the saved base image cannot be used\n  ${message}`);
}
