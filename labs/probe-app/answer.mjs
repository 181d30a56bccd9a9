/** Answers in JSON, faults included. */

/** A fault that is the answer: HTTP status, a code for programs, a sentence for people. */
export class Fault extends Error {
  constructor(status, code, message, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function answer(response, status, value, headers = {}) {
  const body = `${JSON.stringify(value)}\n`;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(body);
}

export function fault(response, { status, code, message, headers }) {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { req: request } = response;
  // An unread body would otherwise be taken for the next request, or keep its sender waiting.
  const close = request.complete ? {} : { Connection: "close" };
  if (!request.complete) discard(request, response);
  answer(response, status, { error: { status, code, message } }, { ...headers, ...close });
}

/** Lets the sender finish a little more, so that it reads the answer instead of a reset; then hangs up. */
function discard(request, response) {
  let left = 1024 * 1024;
  request.on("data", (chunk) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.on("error", () => request.destroy());
  request.resume();
  response.on("finish", () => setTimeout(() => request.destroy(), 1000).unref());
}
