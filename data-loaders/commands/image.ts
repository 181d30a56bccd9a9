import { readFile, writeFile } from "node:fs/promises";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { buildProbeImage } from "../image/build.js";
import { readSource, readSourceArchive } from "../image/source.js";
import { readTar } from "../image/tar.js";
import { ImageFault, type ProbeImage } from "../image/types.js";
import { pushable } from "../registry/variant.js";
import type { Session } from "../session.js";

export interface ImageOptions {
  /** An archive of the source instead of labs/probe-app. */
  source?: string;
  /** What the archive's SHA-256 must be, in hex. */
  sha256?: string;
  /** Also write the source archive to this file. */
  save?: string;
  /** One more label in the image's config: the image as `pushImage` pushes it with that label. */
  label?: string;
  /** Verify (and write) the source archive, and build nothing. */
  sourceOnly?: boolean;
}

/**
 * Verifies the probe application's source, builds its image, and prints the digests as JSON.
 * Errors: exit 2 when the source is refused, before anything is built or written.
 */
export async function image(options: ImageOptions, session: Session): Promise<number> {
  try {
    const source = options.source
      ? await readSourceArchive(fromCaller(options.source), options.sha256, options.source)
      : await readSource();
    if (options.save) await writeFile(fromCaller(options.save), source.archive);
    if (options.sourceOnly) {
      session.print(JSON.stringify({ sourceDigest: source.digest, files: source.files.length }, null, 2));
      return exit.done;
    }
    const built = await buildProbeImage(session, { source });
    session.print(JSON.stringify(await told(built, options.label), null, 2));
    return exit.done;
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error;
    const exitCode = error.code === "SOURCE_REFUSED" ? exit.usage : exit.notRun;
    throw new LabError(error.code, error.message, { exitCode, cause: error });
  }
}

/** What is said of the image. With a label it is another one, which no name of the loaded image stands for. */
export async function told(built: ProbeImage, label: string | undefined): Promise<object> {
  const { archivePath, ref, tag, ...image } = built;
  if (label === undefined) return { ref, tag, ...image };
  const { manifest, config } = await pushable(await readTar(await readFile(archivePath)), { label });
  return { label, ...image, manifestDigest: manifest.descriptor.digest, configDigest: config.digest };
}
