import canonicalize from "canonicalize";
import { assembleImage } from "./assemble.js";
import { DEFAULT_BASE, findBase, saveBase } from "./base.js";
import { IMAGE_CACHE, readCache, writeCache } from "./cache.js";
import { hexOf } from "./digest.js";
import { readSavedImage } from "./saved.js";
import { PROBE_SOURCE, type ProbeSource, readSource } from "./source.js";
import type { ImageEffects, ProbeImage } from "./types.js";

export interface BuildOptions {
  /** The base image; default: the setting LABBOOK_BASE_IMAGE, else DEFAULT_BASE. */
  base?: string;
  sourceDirectory?: string;
  /** A source that was read and verified already. */
  source?: ProbeSource;
  cacheDirectory?: string;
  /** Time of the app layer's files and of the config; default: the setting SOURCE_DATE_EPOCH in seconds, else 0. */
  epochSeconds?: number;
}

/** To be raised when the same inputs give another archive than before. */
const BUILDER = 1;

/**
 * Builds the probe image as an OCI layout archive on this machine, without a registry and without a build daemon:
 * the base image's layers, saved by the VM's docker, and one layer with the application.
 * The same source, base and epoch give the same digests. Errors: ImageFault; the source is verified before docker is asked.
 */
export async function buildProbeImage(
  effects: ImageEffects,
  options: BuildOptions = {},
): Promise<ProbeImage> {
  const source = options.source ?? (await readSource(options.sourceDirectory ?? PROBE_SOURCE));
  const base = await findBase(effects, options.base ?? (process.env.LABBOOK_BASE_IMAGE || DEFAULT_BASE));
  const epochSeconds = options.epochSeconds ?? epochFromEnvironment();
  const directory = options.cacheDirectory ?? IMAGE_CACHE;
  const key = hexOf(canonicalize({ builder: BUILDER, source: source.digest, base, epochSeconds })!).slice(
    0,
    32,
  );
  const cached = await readCache(directory, key);
  if (cached) return cached;
  const saved = await readSavedImage(await saveBase(effects, base));
  const { image, archive } = await assembleImage(source, { ...saved, ref: base.ref }, epochSeconds);
  return writeCache(directory, key, image, archive);
}

function epochFromEnvironment(): number {
  const text = process.env.SOURCE_DATE_EPOCH || "0";
  if (!/^\d{1,11}$/.test(text))
    throw new Error(`SOURCE_DATE_EPOCH: expected whole seconds since 1970, got ${text}`);
  return Number(text);
}
