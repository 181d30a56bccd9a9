import { writeFile } from "node:fs/promises";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { buildProbeImage } from "../image/build.js";
import { readSource, readSourceArchive } from "../image/source.js";
import { ImageFault } from "../image/types.js";
import type { Session } from "../session.js";

export interface ImageOptions {
  /** An archive of the source instead of labs/probe-app. */
  source?: string;
  /** What the archive's SHA-256 must be, in hex. */
  sha256?: string;
  /** Also write the source archive to this file. */
  save?: string;
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
      ? await readSourceArchive(fromCaller(options.source), options.sha256)
      : await readSource();
    if (options.save) await writeFile(fromCaller(options.save), source.archive);
    if (options.sourceOnly) {
      session.print(JSON.stringify({ sourceDigest: source.digest, files: source.files.length }, null, 2));
      return exit.done;
    }
    const { archivePath: _local, ...told } = await buildProbeImage(session, { source });
    session.print(JSON.stringify(told, null, 2));
    return exit.done;
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error;
    const exitCode = error.code === "SOURCE_REFUSED" ? exit.usage : exit.notRun;
    throw new LabError(error.code, error.message, { exitCode, cause: error });
  }
}
