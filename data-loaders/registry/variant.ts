import canonicalize from "canonicalize";
import type { ImageVariant } from "../../labs/vocabulary/lab.js";
import { digestOf } from "../image/digest.js";
import { packTar } from "../image/tar.js";

export interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}
interface Manifest {
  schemaVersion: 2;
  mediaType: string;
  config: Descriptor;
  layers: Descriptor[];
}
interface Config {
  architecture: string;
  os: string;
  config: { Labels?: Record<string, string>; Entrypoint?: string[]; [key: string]: unknown };
  rootfs: { type: string; diff_ids: string[] };
  [key: string]: unknown;
}

/** An image as it is pushed: blobs first, then the manifest, then what the tag names. */
export interface Pushable {
  /** Config and layers by digest. */
  blobs: { digest: string; bytes: Uint8Array; what: "config" | "layer" }[];
  manifest: { descriptor: Descriptor; bytes: Uint8Array };
  /** There when the tag names an index. */
  index?: { descriptor: Descriptor; bytes: Uint8Array };
  config: Descriptor;
  layers: Descriptor[];
  /** What a node calls the snapshot that all layers together unpack to. */
  chainId: string;
}

const INDEX_TYPE = "application/vnd.oci.image.index.v1+json";
const LAYER_TYPE = "application/vnd.oci.image.layer.v1.tar";

/**
 * The image of an OCI layout, changed as the variant says. Pure: the same arguments give the same digests; without a
 * variant they are the layout's own.
 * @param layout file name → bytes, as index.json and blobs/sha256/…
 */
export async function pushable(layout: Map<string, Uint8Array>, variant: ImageVariant): Promise<Pushable> {
  const index = read<{ manifests: Descriptor[] }>(layout, "index.json");
  const manifest = read<Manifest>(layout, blobName(index.manifests[0]!.digest));
  const config = read<Config>(layout, blobName(manifest.config.digest));
  const layers = manifest.layers.map((layer) => ({ ...layer, bytes: file(layout, blobName(layer.digest)) }));
  const diffIds = [...config.rootfs.diff_ids];
  if (variant.files) {
    const bytes = await packTar(entriesOf(variant.files), 0);
    const digest = digestOf(bytes);
    layers.push({ mediaType: LAYER_TYPE, digest, size: bytes.length, bytes });
    diffIds.push(digest);
  }
  const newConfig = encode(changed(config, variant, diffIds));
  const configDescriptor = describe(manifest.config.mediaType, newConfig);
  const descriptors = layers.map(({ bytes: _bytes, ...descriptor }) => descriptor);
  const newManifest = encode({ ...manifest, config: configDescriptor, layers: descriptors });
  const described = describe(manifest.mediaType, newManifest);
  const indexBytes =
    variant.indexFor === undefined
      ? undefined
      : encode({
          schemaVersion: 2,
          mediaType: INDEX_TYPE,
          manifests: [{ ...described, platform: { architecture: variant.indexFor, os: config.os } }],
        });
  return {
    blobs: [
      ...layers.map(({ digest, bytes }) => ({ digest, bytes, what: "layer" as const })),
      { digest: configDescriptor.digest, bytes: newConfig, what: "config" },
    ],
    manifest: { descriptor: described, bytes: newManifest },
    ...(indexBytes && { index: { descriptor: describe(INDEX_TYPE, indexBytes), bytes: indexBytes } }),
    config: configDescriptor,
    layers: descriptors,
    chainId: diffIds.reduce((below, diffId) => digestOf(`${below} ${diffId}`)),
  };
}

function changed(config: Config, variant: ImageVariant, diffIds: string[]): Config {
  const { Labels, Entrypoint } = config.config;
  const label = variant.label && { Labels: { ...Labels, "labbook.variant": variant.label } };
  return {
    ...config,
    ...(variant.architecture && { architecture: variant.architecture }),
    config: { ...config.config, Entrypoint: variant.entrypoint ?? Entrypoint, ...label },
    rootfs: { ...config.rootfs, diff_ids: diffIds },
  };
}

function entriesOf(files: NonNullable<ImageVariant["files"]>) {
  const folders = new Set(
    files.flatMap(({ name }) =>
      name
        .split("/")
        .slice(0, -1)
        .map((_, i, parts) => `${parts.slice(0, i + 1).join("/")}/`),
    ),
  );
  return [
    ...[...folders].map((name) => ({ name, mode: 0o755 })),
    ...files.map(({ name, text = "", base64, mode = 0o644 }) => ({
      name,
      mode,
      bytes: base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64"),
    })),
  ];
}

function describe(mediaType: string, bytes: Uint8Array): Descriptor {
  return { mediaType, digest: digestOf(bytes), size: bytes.length };
}

function blobName(digest: string): string {
  return `blobs/sha256/${digest.slice("sha256:".length)}`;
}

function file(layout: Map<string, Uint8Array>, name: string): Uint8Array {
  const bytes = layout.get(name);
  if (!bytes) throw new Error(`the OCI layout of the probe image has no ${name}`);
  return bytes;
}

function read<T>(layout: Map<string, Uint8Array>, name: string): T {
  return JSON.parse(new TextDecoder().decode(file(layout, name))) as T;
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalize(value));
}
