/** Follows every descriptor from index.json down. Size, digest and presence are three checks with three names. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { blobPath, digestOf, readIndexFile, TYPES } from "./blobs.mjs";

export function verify(dir) {
  const checked = [];
  const faults = [];
  for (const [i, descriptor] of readIndexFile(dir).manifests.entries()) {
    check(`index.json/manifests/${i}`, descriptor);
  }
  return { checked, faults };

  function check(at, { mediaType, digest, size }) {
    checked.push({ at, mediaType, digest, size });
    const bytes = read(at, digest);
    if (!bytes) return;
    const got = digestOf(bytes);
    if (bytes.length !== size) faults.push({ code: "SIZE", at, expected: size, got: bytes.length });
    if (got !== digest) faults.push({ code: "DIGEST", at, expected: digest, got });
    // Bytes that are not the ones asked for are not read any further.
    else if (mediaType === TYPES.index) checkIndex(at, JSON.parse(bytes));
    else if (mediaType === TYPES.manifest) checkImage(at, JSON.parse(bytes));
  }

  function checkIndex(at, { manifests }) {
    for (const [i, manifest] of manifests.entries()) check(`${at}/manifests/${i}`, manifest);
  }

  function checkImage(at, { config, layers }) {
    check(`${at}/config`, config);
    for (const [i, layer] of layers.entries()) check(`${at}/layers/${i}`, layer);
    if (faults.some((fault) => fault.at.startsWith(at))) return;
    const { diff_ids: diffIds } = JSON.parse(readFileSync(blobPath(dir, config.digest))).rootfs;
    for (const [i, { mediaType, digest }] of layers.entries()) {
      const blob = readFileSync(blobPath(dir, digest));
      const got = digestOf(mediaType === TYPES.gzip ? gunzipSync(blob) : blob);
      if (got !== diffIds[i])
        faults.push({ code: "DIFF_ID", at: `${at}/layers/${i}`, expected: diffIds[i] ?? null, got });
    }
  }

  function read(at, digest) {
    try {
      return readFileSync(blobPath(dir, digest));
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
      faults.push({ code: "MISSING", at, expected: digest, got: null });
      return undefined;
    }
  }
}
