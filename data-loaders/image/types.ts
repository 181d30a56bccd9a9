import type { Transport } from "../effects.js";

/** What building and loading the probe image touches: the VM's docker, through the one transport. */
export interface ImageEffects {
  transport: Transport;
}

/** A layer blob of the image. The layers are stored uncompressed, so digest and diffID are the same bytes' hash. */
export interface ImageLayer {
  /** `sha256:<hex>` of the blob as stored. */
  digest: string;
  /** `sha256:<hex>` of the uncompressed tar. */
  diffId: string;
  /** Bytes of the blob. */
  size: number;
}

/** The probe image as built; every digest is computed from the bytes in `archivePath`, before anything is loaded. */
export interface ProbeImage {
  /** OCI layout as one tar file on this machine. */
  archivePath: string;
  /** `docker.io/labbook/probe@<manifestDigest>`: what a Pod asks for. */
  ref: string;
  /** `docker.io/labbook/probe:<first 12 hex digits of the source digest>`. */
  tag: string;
  manifestDigest: string;
  configDigest: string;
  layers: ImageLayer[];
  /** `sha256:<hex>` of the source archive (see source.ts). */
  sourceDigest: string;
  /** The base image: the reference that was asked for, and the digest of the config that it turned out to be. */
  base: { ref: string; id: string };
}

/** Building or loading stopped; `code` tells callers why, the message tells people. */
export class ImageFault extends Error {
  constructor(
    readonly code: "SOURCE_REFUSED" | "DOCKER_MISSING" | "BASE_UNAVAILABLE" | "BASE_CORRUPT" | "NODE_REFUSED",
    message: string,
  ) {
    super(message);
    this.name = "ImageFault";
  }
}
