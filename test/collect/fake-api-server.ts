import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Clock, KubeApi } from "../../data-loaders/effects.js";

export interface WatchRequest {
  /** The resourceVersion that was asked for. */
  from: string;
  query: URLSearchParams;
  send(event: object): void;
  /** Writes without a newline and cuts the connection. */
  breakOff(text?: string): void;
  end(): void;
  refuse(status: number, body: object): void;
}

/** An API server that answers lists with `lists` in turn (the last again and again) and watches as told. */
export async function fakeApiServer(lists: object[], watch: (request: WatchRequest, nth: number) => void) {
  const asked = { lists: 0, watches: 0 };
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const query = new URL(request.url!, "http://server").searchParams;
    if (!query.has("watch")) {
      const list = lists[Math.min(asked.lists++, lists.length - 1)] as { kind: string; code?: number };
      response.writeHead(list.kind === "Status" ? list.code! : 200).end(JSON.stringify(list));
      return;
    }
    open.add(response);
    response.on("close", () => open.delete(response));
    const told: WatchRequest = {
      from: query.get("resourceVersion")!,
      query,
      send: (event) => void response.write(`${JSON.stringify(event)}\n`),
      breakOff: (text = "") => response.write(text, () => setTimeout(() => response.destroy(), 20)),
      end: () => void response.end(),
      refuse: (status, body) => void response.writeHead(status).end(JSON.stringify(body)),
    };
    watch(told, asked.watches++);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    api: kubeApi(url),
    asked,
    openWatches: () => open.size,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
};

/** Hands on the lines of any body, a refused request's too, as a plain HTTP client would. */
function kubeApi(server: string): KubeApi {
  return {
    server,
    async get(path, timeoutMs) {
      const [startedAt, began] = [new Date().toISOString(), performance.now()];
      const response = await fetch(server + path, { signal: AbortSignal.timeout(timeoutMs) });
      const body = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, body, startedAt, durationMs: performance.now() - began };
    },
    async watch(path, onLine, signal) {
      const response = await fetch(server + path, { signal });
      const lines = createInterface({ input: Readable.fromWeb(response.body as never) });
      return new Promise((resolve) => {
        lines.on("line", (line) =>
          onLine({ monotonicMs: performance.now(), receivedAt: new Date().toISOString(), line }),
        );
        lines.on("error", (error) => resolve({ reason: error.message }));
        lines.on("close", () => resolve({ reason: "the stream ended" }));
      });
    },
  };
}
