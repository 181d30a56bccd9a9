import canonicalize from "canonicalize";
import { digestOf } from "./digest.js";
import type { SavedImage } from "./saved.js";
import type { ProbeSource } from "./source.js";
import { packTar } from "./tar.js";
import type { ImageLayer, ProbeImage } from "./types.js";

export const REPOSITORY = "docker.io/labbook/probe";
const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";
const CONFIG_TYPE = "application/vnd.oci.image.config.v1+json";
const LAYER_TYPE = "application/vnd.oci.image.layer.v1.tar";

export interface AssembledImage {
  image: Omit<ProbeImage, "archivePath">;
  /** The OCI layout as one tar. */
  archive: Uint8Array;
}

/** Base layers and one app layer become an image. Pure: the same arguments give the same bytes. */
export async function assembleImage(
  source: ProbeSource,
  base: SavedImage & { ref: string },
  epochSeconds: number,
): Promise<AssembledImage> {
  const app = await appLayer(source, epochSeconds);
  const blobs = [
    ...base.layers.map(({ diffId, bytes }) => ({ digest: diffId, bytes })),
    { digest: digestOf(app), bytes: app },
  ];
  const layers = blobs.map(({ digest, bytes }) => ({ digest, diffId: digest, size: bytes.length }));
  const config = encode(imageConfig(source, base, layers, epochSeconds));
  const manifest = encode(imageManifest(config, layers));
  const manifestDigest = digestOf(manifest);
  const tag = `${REPOSITORY}:${source.digest.slice("sha256:".length).slice(0, 12)}`;
  return {
    image: {
      ref: `${REPOSITORY}@${manifestDigest}`,
      tag,
      manifestDigest,
      configDigest: digestOf(config),
      layers,
      sourceDigest: source.digest,
      base: { ref: base.ref, id: base.id },
    },
    archive: await ociLayout(
      manifest,
      [{ digest: digestOf(config), bytes: config }, ...blobs],
      tag,
      base.config,
    ),
  };
}

/** /app with the source, and /state where any user may write, as in a base image without a volume. */
export function appLayer(source: ProbeSource, epochSeconds: number): Promise<Uint8Array> {
  const files = source.files.map(({ name, bytes }) => ({ name: `app/${name}`, mode: 0o644, bytes }));
  const folders = [
    { name: "app/", mode: 0o755 },
    { name: "state/", mode: 0o1777 },
  ];
  return packTar([...folders, ...files], epochSeconds);
}

function imageConfig(source: ProbeSource, base: SavedImage, layers: ImageLayer[], epochSeconds: number) {
  const { architecture, os, variant, config } = base.config;
  const inherited = (config?.Env ?? []).filter((line) => !line.startsWith("SOURCE_DIGEST="));
  return {
    architecture,
    os,
    ...(variant ? { variant } : {}),
    created: new Date(epochSeconds * 1000).toISOString(),
    config: {
      Entrypoint: ["node", "/app/server.mjs"],
      Env: [...inherited, `SOURCE_DIGEST=${source.digest}`],
      ExposedPorts: { "8080/tcp": {} },
      Labels: {
        "org.opencontainers.image.title": "labbook probe",
        "labbook.base.config": base.id,
        "labbook.source.digest": source.digest,
      },
      StopSignal: "SIGTERM",
      WorkingDir: "/app",
      ...(config?.User ? { User: config.User } : {}),
    },
    rootfs: { type: "layers", diff_ids: layers.map((layer) => layer.diffId) },
  };
}

function imageManifest(config: Uint8Array, layers: ImageLayer[]) {
  return {
    schemaVersion: 2,
    mediaType: MANIFEST_TYPE,
    config: { mediaType: CONFIG_TYPE, digest: digestOf(config), size: config.length },
    layers: layers.map(({ digest, size }) => ({ mediaType: LAYER_TYPE, digest, size })),
  };
}

async function ociLayout(
  manifest: Uint8Array,
  blobs: { digest: string; bytes: Uint8Array }[],
  tag: string,
  platform: { architecture: string; os: string; variant?: string },
): Promise<Uint8Array> {
  const { architecture, os, variant } = platform;
  const index = encode({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [
      {
        mediaType: MANIFEST_TYPE,
        digest: digestOf(manifest),
        size: manifest.length,
        platform: { architecture, os, ...(variant ? { variant } : {}) },
        annotations: {
          "io.containerd.image.name": tag,
          "org.opencontainers.image.ref.name": tag.slice(tag.lastIndexOf(":") + 1),
        },
      },
    ],
  });
  const all = [{ digest: digestOf(manifest), bytes: manifest }, ...blobs];
  const files = new Map(all.map(({ digest, bytes }) => [`blobs/sha256/${digest.slice(7)}`, bytes]));
  files.set("oci-layout", encode({ imageLayoutVersion: "1.0.0" })).set("index.json", index);
  const entries = [...files].map(([name, bytes]) => ({ name, mode: 0o644, bytes }));
  const folders = ["blobs/", "blobs/sha256/"].map((name) => ({ name, mode: 0o755 }));
  return packTar([...folders, ...entries], 0);
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalize(value));
}
