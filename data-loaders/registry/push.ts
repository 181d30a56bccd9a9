import { type DirectAnswer, type DirectRequest, directRequest } from "./direct-request.js";
import type { Pushable } from "./variant.js";

/** One answer of the registry during a push, as it came. */
export interface PushAnswer {
  method: "HEAD" | "POST" | "PUT";
  /** Path below the registry's root; an upload's own session is left out. */
  path: string;
  status: number;
  contentDigest?: string;
}

export interface Destination {
  /** `http://host:port` as this machine reaches the registry. */
  url: string;
  repository: string;
  tag: string;
  auth?: { username: string; password: string };
  signal?: AbortSignal;
}

/**
 * Pushes an image by the OCI distribution API: each blob that the registry lacks, the manifest by its digest, and then
 * the tag, which names the index where there is one. Errors: an answer that the API does not have for success, with its
 * body; a digest that the registry computed otherwise.
 */
export async function pushImageTo(destination: Destination, image: Pushable): Promise<PushAnswer[]> {
  const answers: PushAnswer[] = [];
  const ask = (method: PushAnswer["method"], path: string, expected: number[], more: More = {}) =>
    request(destination, answers, method, path, expected, more);
  for (const { digest, bytes } of image.blobs) {
    const there = await ask("HEAD", `blobs/${digest}`, [200, 404]);
    if (there.status === 404) await upload(destination, ask, digest, bytes);
  }
  const { manifest, index } = image;
  const named = index ?? manifest;
  if (index) await put(ask, `manifests/${manifest.descriptor.digest}`, manifest);
  await put(ask, `manifests/${destination.tag}`, named);
  return answers;
}

type More = Pick<DirectRequest, "headers" | "body">;
type Ask = (
  method: PushAnswer["method"],
  path: string,
  expected: number[],
  more?: More,
) => Promise<DirectAnswer>;

async function upload(destination: Destination, ask: Ask, digest: string, bytes: Uint8Array): Promise<void> {
  const begun = await ask("POST", "blobs/uploads/", [202]);
  // absolute or relative; whatever host it names, the one that was asked is the one that is reachable
  const location = new URL(begun.headers.location ?? "", destination.url);
  location.searchParams.set("digest", digest);
  await ask("PUT", `${location.pathname}${location.search}`, [201], {
    body: bytes,
    headers: { "content-type": "application/octet-stream" },
  });
}

async function put(ask: Ask, path: string, { descriptor, bytes }: Pushable["manifest"]): Promise<void> {
  const answer = await ask("PUT", path, [201], {
    body: bytes,
    headers: { "content-type": descriptor.mediaType },
  });
  const got = digestIn(answer);
  if (got !== undefined && got !== descriptor.digest)
    throw new Error(`PUT ${path}: the registry computed ${got}, expected ${descriptor.digest}`);
}

async function request(
  { url, repository, auth, signal }: Destination,
  answers: PushAnswer[],
  method: PushAnswer["method"],
  path: string,
  expected: number[],
  more: More,
): Promise<DirectAnswer> {
  const target = path.startsWith("/") ? path : `/v2/${repository}/${path}`;
  const token = auth && Buffer.from(`${auth.username}:${auth.password}`).toString("base64");
  const response = await directRequest(`${url}${target}`, {
    method,
    ...more,
    headers: { ...more.headers, ...(token && { authorization: `Basic ${token}` }) },
    ...(signal && { signal }),
  }).catch((error: Error) => {
    throw new Error(`${method} ${target}: no answer: ${error.message}`);
  });
  const contentDigest = digestIn(response);
  const short = target.replace(/\/uploads\/[^?]+.*?(digest=[^&]*)?$/, "/uploads/…?$1");
  answers.push({ method, path: short, status: response.status, ...(contentDigest && { contentDigest }) });
  const body = new TextDecoder().decode(response.body);
  if (expected.includes(response.status)) return response;
  throw new Error(
    `${method} ${short}: expected HTTP ${expected.join(" or ")}, got ${response.status} ${body.slice(0, 400)}`,
  );
}

function digestIn({ headers }: DirectAnswer): string | undefined {
  const value = headers["docker-content-digest"];
  return typeof value === "string" ? value : undefined;
}
