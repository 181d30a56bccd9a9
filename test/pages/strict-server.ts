/** The built site once more, under a policy that allows nothing but files of its own host. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";

/** Its address is there once tests run. */
export function strictServer(siteUrl: () => string): { url: string } {
  const strict = { url: "" };
  let server: Server | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      void fetch(new URL(request.url!.slice(1), siteUrl())).then(async (answer) => {
        const type = answer.headers.get("content-type") ?? "";
        response.writeHead(answer.status, { "Content-Type": type, "Content-Security-Policy": POLICY });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
    strict.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => void server?.close());
  return strict;
}
