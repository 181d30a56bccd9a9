/** Image references: one spelling for each, and whether two of them name one image. */

export interface ImageReference {
  /** Registry and repository: `docker.io/library/node`. */
  repository: string;
  tag?: string;
  digest?: string;
}

/** As the CRI writes it out: `node` is `docker.io/library/node:latest`. Undefined for an image ID. */
export function imageReference(text: string): ImageReference | undefined {
  const found = /^([^@]+?)(?::([\w][\w.-]*))?(?:@([a-z0-9+._-]+:[0-9a-f]+))?$/i.exec(text);
  if (!found || /^(?:sha256:)?[0-9a-f]{64}$/.test(text)) return undefined;
  const [name, tag, digest] = found.slice(1) as [string, string?, string?];
  const [first, ...others] = name.split("/") as [string, ...string[]];
  // a repository is in lower case, a host in any
  const isHost = /[.:A-Z]/.test(first) || first === "localhost";
  const hasHost = others.length > 0 && isHost;
  const hub = /^(?:index|registry-1)\.docker\.io$/;
  const host = hasHost ? first.toLowerCase().replace(hub, "docker.io") : "docker.io";
  const path = hasHost ? others : [first, ...others];
  const full = host === "docker.io" && path.length === 1 ? ["library", ...path] : path;
  return {
    repository: [host, ...full].join("/"),
    ...(tag ? { tag } : digest ? {} : { tag: "latest" }),
    ...(digest ? { digest } : {}),
  };
}

/** Undefined when they cannot be compared: one names a digest, the other a tag only. A tag beside a digest says nothing. */
export function namesOneImage(a: string, b: string): boolean | undefined {
  if (a === b) return true;
  const [one, other] = [imageReference(a), imageReference(b)];
  if (!one || !other) return undefined;
  // one digest is one image, whatever registry it came from
  if (one.digest !== undefined && other.digest !== undefined) return one.digest === other.digest;
  if (one.repository !== other.repository) return false;
  if (one.digest !== undefined || other.digest !== undefined) return undefined;
  return one.tag === other.tag;
}

/** An image ID without what the runtime writes before it: `docker-pullable://`, `sha256:`. */
export function bareImage(text: string): string {
  return text.replace(/^[a-z-]+:\/\//, "").replace(/^sha256:/, "");
}
