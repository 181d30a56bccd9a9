import { createHash } from "node:crypto";

/** `sha256:<hex>`, as OCI descriptors write it. */
export function digestOf(bytes: Uint8Array | string): string {
  return `sha256:${hexOf(bytes)}`;
}

export function hexOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
