import { type RequestOptions, request } from "node:https";
import type { StampedLine } from "../../effects.js";
import { LineStamper } from "../transport/lines.js";

/**
 * Follows one watch: each line is handed on as the server sent it, an ERROR object too. Does not reject.
 * @returns why the stream ended: `aborted`, `closed by the server`, `HTTP <status>: <body>` or `connection lost: <error>`
 */
export function watch(
  options: RequestOptions,
  path: string,
  onLine: (line: StampedLine) => void,
  signal: AbortSignal,
): Promise<{ reason: string }> {
  return new Promise((resolve) => {
    const ended = (reason: string): void => resolve({ reason: signal.aborted ? "aborted" : reason });
    const sent = request({ ...options, path, method: "GET", signal }, (response) => {
      if (response.statusCode !== 200) {
        const body: Buffer[] = [];
        response.on("data", (chunk: Buffer) => body.push(chunk));
        response.once("end", () =>
          ended(`HTTP ${response.statusCode}: ${Buffer.concat(body).toString("utf8")}`),
        );
        response.once("error", (error) => ended(`connection lost: ${error.message}`));
        return;
      }
      const stamper = new LineStamper(onLine);
      response.on("data", (chunk: Buffer) => stamper.push(chunk));
      response.once("end", () => {
        stamper.end();
        ended("closed by the server");
      });
      response.once("error", (error) => {
        stamper.end();
        ended(`connection lost: ${error.message}`);
      });
    });
    sent.once("error", (error) => ended(`connection lost: ${error.message}`));
    sent.end();
  });
}
