/** Content-addressed bytes of an image layout: blobs/sha256/<hex>, and index.json as the one file with a fixed name. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const TYPES = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  gzip: "application/vnd.oci.image.layer.v1.tar+gzip",
  tar: "application/vnd.oci.image.layer.v1.tar",
};

export function digestOf(bytes) {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

export function blobPath(dir, digest) {
  return join(dir, "blobs/sha256", digest.slice("sha256:".length));
}

/** Stores bytes under their digest and returns the descriptor that refers to them. */
export function store(dir, mediaType, content) {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content, null, 2));
  const digest = digestOf(bytes);
  writeFileSync(blobPath(dir, digest), bytes);
  return { mediaType, digest, size: bytes.length };
}

export function readJson(dir, digest) {
  return JSON.parse(readFileSync(blobPath(dir, digest), "utf8"));
}

export function readIndexFile(dir) {
  return JSON.parse(readFileSync(join(dir, "index.json"), "utf8"));
}

/** index.json has no digest of its own: it is where names are given to digests. */
export function writeIndexFile(dir, manifests) {
  writeFileSync(join(dir, "index.json"), `${JSON.stringify({ schemaVersion: 2, manifests }, null, 2)}\n`);
}

/** The entry of index.json with that tag, and what hangs below it: index, manifest, config. */
export function follow(dir, tag) {
  const named = readIndexFile(dir).manifests.find((entry) => entry.annotations?.[REF_NAME] === tag);
  const index = readJson(dir, named.digest);
  const manifest = readJson(dir, index.manifests[0].digest);
  return { named, index, manifest, config: readJson(dir, manifest.config.digest) };
}

export const REF_NAME = "org.opencontainers.image.ref.name";
