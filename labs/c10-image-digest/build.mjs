/** Builds the layout: two layers, one compressed and one not, a config, a manifest, an image index, and a tag. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { digestOf, REF_NAME, store, TYPES, writeIndexFile } from "./blobs.mjs";
import { tarOf } from "./tar.mjs";

const BASE = { "etc/motd": "This image was built on disk, without a registry.\n".repeat(40) };
const APP = { "app/greeting": "hello\n" };

export function build(dir) {
  mkdirSync(join(dir, "blobs/sha256"), { recursive: true });
  writeFileSync(join(dir, "oci-layout"), '{"imageLayoutVersion":"1.0.0"}');
  const image = storeImage(dir, APP, 9);
  writeIndexFile(dir, [{ ...image, annotations: { [REF_NAME]: "stable" } }]);
  return { tag: "stable", digest: image.digest };
}

/** Stores one image with all its blobs; returns the descriptor of its image index. */
export function storeImage(dir, app, gzipLevel) {
  const tars = [tarOf(BASE), tarOf(app)];
  const config = store(dir, TYPES.config, {
    architecture: "amd64",
    os: "linux",
    config: { Cmd: ["cat", "/app/greeting"] },
    rootfs: { type: "layers", diff_ids: tars.map(digestOf) },
  });
  const layers = [
    store(dir, TYPES.gzip, gzipSync(tars[0], { level: gzipLevel })),
    store(dir, TYPES.tar, tars[1]),
  ];
  return storeParents(dir, { schemaVersion: 2, mediaType: TYPES.manifest, config, layers });
}

/** A manifest and the index above it: their digests follow from what they say. */
export function storeParents(dir, manifest) {
  const platform = { architecture: "amd64", os: "linux" };
  const manifests = [{ ...store(dir, TYPES.manifest, manifest), platform }];
  return store(dir, TYPES.index, { schemaVersion: 2, mediaType: TYPES.index, manifests });
}
