/** Changes one thing at a time, so that exactly one check can notice it. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { blobPath, follow, REF_NAME, readIndexFile, store, TYPES, writeIndexFile } from "./blobs.mjs";
import { storeImage, storeParents } from "./build.mjs";

/** The file keeps its name and its length. */
export function flip(file, offset) {
  const bytes = readFileSync(file);
  const at = Number(offset);
  if (!(at >= 0 && at < bytes.length))
    throw new Error(`${file}: expected an offset below ${bytes.length}, got ${offset}`);
  const before = bytes[at];
  bytes[at] ^= 1;
  writeFileSync(file, bytes);
  return { file, offset: at, before, after: bytes[at] };
}

/** Only the size is wrong: the manifest and the index above are stored anew under their right digests. */
export function declareSize(dir, bytes) {
  const { manifest } = follow(dir, "stable");
  const [first, ...rest] = manifest.layers;
  return retag(
    dir,
    "stable",
    storeParents(dir, { ...manifest, layers: [{ ...first, size: Number(bytes) }, ...rest] }),
  );
}

/** A blob is there under the digest that the descriptor claims, and its bytes have another one. */
export function declareDigest(dir) {
  const { manifest } = follow(dir, "stable");
  const [first, ...rest] = manifest.layers;
  const digest = first.digest.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  copyFileSync(blobPath(dir, first.digest), blobPath(dir, digest));
  return retag(dir, "stable", storeParents(dir, { ...manifest, layers: [{ ...first, digest }, ...rest] }));
}

/** The same tar in other compressed bytes: level 1 instead of 9. */
export function recompress(dir) {
  const { manifest } = follow(dir, "stable");
  const [first, ...rest] = manifest.layers;
  const tar = gunzipSync(readFileSync(blobPath(dir, first.digest)));
  const layer = store(dir, TYPES.gzip, gzipSync(tar, { level: 1 }));
  return retag(dir, "stable", storeParents(dir, { ...manifest, layers: [layer, ...rest] }));
}

/** Another application under the same name. */
export function moveTag(dir) {
  return retag(dir, "stable", storeImage(dir, { "app/greeting": "good bye\n" }, 9));
}

function retag(dir, tag, image) {
  const others = readIndexFile(dir).manifests.filter((entry) => entry.annotations?.[REF_NAME] !== tag);
  writeIndexFile(dir, [...others, { ...image, annotations: { [REF_NAME]: tag } }]);
  return { tag, digest: image.digest };
}
