/** Bundles on disk, packed or unpacked. */
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Files, LIMITS } from "../../src/model/bundle/archive.js";
import { BUNDLE_FILES } from "../../src/model/bundle/names.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";

/** The bytes of a bundle, if it is no longer than a bundle may be: the length is looked at before anything is read. */
export function readBundleFile(file: string): Uint8Array {
  if (!existsSync(file)) throw refused(file, "there is no such file");
  const stat = statSync(file);
  if (!stat.isFile()) throw refused(file, "it is not a plain file");
  if (stat.size > LIMITS.totalBytes)
    throw refused(file, `expected at most ${LIMITS.totalBytes} bytes, got ${stat.size}`);
  return new Uint8Array(readFileSync(file));
}

/** Whether a folder holds the files of a bundle that was unpacked. */
export function isUnpackedBundle(folder: string): boolean {
  return existsSync(join(folder, BUNDLE_FILES.manifest)) && existsSync(join(folder, BUNDLE_FILES.run));
}

/** The files below a folder by their names in a bundle. Links are not followed. */
export function readBundleFolder(folder: string): Files {
  const files: Files = new Map();
  let total = 0;
  const walk = (prefix: string) => {
    for (const name of readdirSync(join(folder, prefix)).sort()) {
      const path = join(folder, prefix, name);
      const stat = lstatSync(path);
      if (stat.isDirectory() && prefix === "") walk(`${name}/`);
      else if (!stat.isFile()) throw refused(path, "a bundle holds plain files only");
      else {
        total += stat.size;
        if (stat.size > LIMITS.entryBytes || total > LIMITS.totalBytes || files.size >= LIMITS.entries)
          throw refused(path, "it is more than a bundle may hold");
        files.set(prefix + name, new Uint8Array(readFileSync(path)));
      }
    }
  };
  walk("");
  return files;
}

function refused(file: string, why: string): LabError {
  return new LabError("BAD_BUNDLE", `${file} cannot be read as a bundle: ${why}`, { exitCode: exit.usage });
}
