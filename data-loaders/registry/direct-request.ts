import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface DirectRequest {
  method: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  signal?: AbortSignal;
}

export interface DirectAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

/**
 * One request to a server that this machine reaches itself. `fetch` and Node's own agent go by the user's proxies where
 * NODE_USE_ENV_PROXY or --use-env-proxy says so, with whatever credentials the request carries; an agent of our own does not.
 * Rejects when no whole answer comes, with the socket's error.
 */
export function directRequest(
  url: string,
  { method, headers = {}, body, signal }: DirectRequest,
): Promise<DirectAnswer> {
  return new Promise((resolve, reject) => {
    const agent = new Agent();
    const length = body === undefined ? {} : { "content-length": body.length };
    const sent = request(url, { agent, method, headers: { ...headers, ...length }, signal }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () => {
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: new Uint8Array(Buffer.concat(chunks)),
        });
      });
    });
    sent.once("error", reject);
    sent.once("close", () => agent.destroy());
    sent.end(body);
  });
}
