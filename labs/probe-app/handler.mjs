/** Routes a request and answers it; whatever goes wrong is answered as JSON. */
import { randomUUID } from "node:crypto";
import { answer, Fault, fault } from "./answer.mjs";
import { identity } from "./identity.mjs";
import { MAX_STATE_BYTES, readBody, readState, writeState } from "./state.mjs";

const ROUTES = {
  "/identity": { GET: getIdentity },
  "/state": { GET: getState, PUT: putState },
  "/healthz": { GET: getHealth },
  "/readyz": { GET: getReadiness },
};

/** `life` is shared with the server: startedAt, stopping, listen. */
export function requestHandler(options, life) {
  return async (request, response) => {
    const asked = request.headers["x-request-id"];
    const given = typeof asked === "string" && /^[A-Za-z0-9._:-]{1,128}$/.test(asked);
    const context = { request, response, options, life };
    context.requestId = given ? asked : randomUUID();
    response.setHeader("X-Request-Id", context.requestId);
    if (life.stopping) response.setHeader("Connection", "close");
    try {
      await route(request)(context);
    } catch (error) {
      fault(response, error instanceof Fault ? error : unexpected(error));
    }
  };
}

/** For bytes that are no HTTP request: the parser gave up, so there is no request to route. */
export function refuseConnection(error, socket) {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase] = REFUSALS[error.code] ?? [400, "Bad Request"];
  const body = `${JSON.stringify({ error: { status, code: error.code ?? "BAD_REQUEST", message: phrase } })}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

const REFUSALS = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
};

function route(request) {
  const path = request.url.split("?")[0];
  const methods = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  if (!methods)
    throw new Fault(404, "NOT_FOUND", `no route for this path; there are ${Object.keys(ROUTES).join(", ")}`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (Object.hasOwn(methods, method)) return methods[method];
  const allow = Object.keys(methods)
    .flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]))
    .join(", ");
  throw new Fault(405, "METHOD_NOT_ALLOWED", `expected ${allow}`, { Allow: allow });
}

async function getIdentity({ response, requestId, life }) {
  answer(response, 200, { requestId, ...(await identity(life)) });
}

async function getState({ response, options }) {
  const { bytes, sha256 } = await readState(options.stateDir);
  response.writeHead(200, {
    "Content-Type": "application/octet-stream",
    "Content-Length": bytes.length,
    "X-Content-SHA256": sha256,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
  response.end(bytes);
}

async function putState({ request, response, requestId, options }) {
  const bytes = await readBody(request, response, MAX_STATE_BYTES);
  answer(response, 200, { requestId, ...(await writeState(options.stateDir, bytes)) });
}

function getHealth({ response }) {
  answer(response, 200, { status: "ok" });
}

function getReadiness({ response, options, life }) {
  const remainingMs = Math.max(0, Math.ceil((options.readyDelaySeconds - process.uptime()) * 1000));
  const ready = remainingMs === 0 && !life.stopping;
  const reason = life.stopping ? "stopping" : `not ready for another ${remainingMs} ms`;
  answer(response, ready ? 200 : 503, ready ? { status: "ready" } : { status: "not ready", reason });
}

function unexpected(error) {
  const code = typeof error?.code === "string" ? error.code : "INTERNAL";
  return new Fault(500, code, error instanceof Error ? error.message : String(error));
}
