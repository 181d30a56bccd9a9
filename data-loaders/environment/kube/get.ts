import type { RequestOptions } from "node:https";
import { request } from "node:https";
import { performance } from "node:perf_hooks";
import type { KubeApi } from "../../effects.js";
import { MissingError } from "../../errors.js";

/**
 * One GET: the server's bytes as they are, whatever the status.
 * @throws MissingError when no whole answer came within the timeout.
 */
export async function get(
  options: RequestOptions,
  server: string,
  path: string,
  timeoutMs: number,
): ReturnType<KubeApi["get"]> {
  const startedAt = new Date().toISOString();
  const begin = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await once(options, path, signal).catch((error: Error & { stale?: boolean }) => {
      // The server may close a kept connection just as it is used again; that is no answer, so ask once more.
      if (error.stale) return once(options, path, signal);
      throw error;
    });
    return { ...answer, startedAt, durationMs: Math.round((performance.now() - begin) * 1000) / 1000 };
  } catch (error) {
    const what = signal.aborted ? `no whole answer within ${timeoutMs} ms` : (error as Error).message;
    throw new MissingError("API_UNREACHABLE", `GET ${server}${path}: ${what}`, undefined, error);
  }
}

function once(
  options: RequestOptions,
  path: string,
  signal: AbortSignal,
): Promise<{ status: number; body: Uint8Array }> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, path, method: "GET", signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        resolve({ status: response.statusCode ?? 0, body: new Uint8Array(Buffer.concat(chunks)) });
      });
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      reject(Object.assign(error, { stale: sent.reusedSocket && error.code === "ECONNRESET" }));
    });
    sent.end();
  });
}
