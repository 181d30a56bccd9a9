/** Serves the built site on this machine only. */

import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sirv from "sirv";
import { LabError, MissingError } from "../errors.js";
import { exit } from "../exit-codes.js";

export interface ServeOptions {
  /** The built site. Default: dist/ in the working directory. */
  dist?: string;
  /** 0 takes any free port. */
  port?: number;
  /** The folder that the site seems to lie under, such as `/team/labbook/`. */
  base?: string;
}

export interface ServedSite {
  url: string;
  close(): Promise<void>;
}

/**
 * @throws MissingError when there is no built site
 * @throws LabError (usage) PORT_TAKEN, BAD_PORT
 */
export async function serveSite({
  dist = "dist",
  port = 0,
  base = "/",
}: ServeOptions = {}): Promise<ServedSite> {
  const root = resolve(dist);
  if (!existsSync(join(root, "index.html")))
    throw new MissingError("NO_SITE", `there is no built site in ${root}`, "npm run build");
  const files = sirv(root, { dev: true, extensions: ["html"], setHeaders });
  const server = createServer((request, response) => answer(request, response, base, root, files));
  if (!(port >= 0 && port < 65536)) throw portFault("BAD_PORT", `port ${port}: expected 1 to 65535`);
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done)).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "EADDRINUSE" ? portFault("PORT_TAKEN", `port ${port} is taken`) : error;
    },
  );
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    close: () =>
      new Promise((done, fail) => {
        server.close((error) => (error ? fail(error) : done()));
        server.closeAllConnections();
      }),
  };
}

function portFault(code: string, message: string): LabError {
  return new LabError(code, message, { exitCode: exit.usage, remedy: "./lab serve (it takes a free port)" });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  base: string,
  root: string,
  files: ReturnType<typeof sirv>,
) {
  const [path = "/", query] = (request.url ?? "/").split("?");
  if (!path.startsWith(base)) return notFound(response);
  const inside = path.slice(base.length - 1);
  // A folder needs its closing slash, or the relative links of its index page lead one level too high.
  if (!inside.endsWith("/") && existsSync(join(root, inside, "index.html"))) {
    response.writeHead(302, { Location: `${path}/${query ? `?${query}` : ""}` }).end();
    return;
  }
  request.url = inside + (query ? `?${query}` : "");
  files(request, response, () => notFound(response));
}

/** Raw output has no extension; it is text to read, whatever a browser would guess. */
function setHeaders(response: ServerResponse, path: string): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (/^\/?evidence\/[^/]+\/raw\//.test(path))
    response.setHeader("Content-Type", "text/plain; charset=utf-8");
  // sirv would call a .gz file an encoding of another one, and the browser would save other bytes than those listed.
  if (/^\/?downloads\//.test(path)) {
    response.setHeader("Content-Encoding", "identity");
    response.setHeader("Content-Type", "application/octet-stream");
  }
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("not found\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "0" }, base: { type: "string", default: "/" } },
  });
  const { url } = await serveSite({ port: Number(values.port), base: values.base });
  process.stdout.write(`${url}\n`);
}
