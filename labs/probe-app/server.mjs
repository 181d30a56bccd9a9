#!/usr/bin/env node
/**
 * The probe application: a small HTTP server that tells who and where it is, and keeps at most 4096 bytes of state.
 * It needs Node.js 20 or newer and nothing else. `node server.mjs --help` lists its options and routes.
 */
import { createServer } from "node:http";
import { refuseConnection, requestHandler } from "./handler.mjs";
import { HELP, parseOptions } from "./options.mjs";
import { stopOnSignals } from "./stop.mjs";

const parsed = parseOptions(process.argv.slice(2));
if (parsed.help) {
  process.stdout.write(HELP);
} else if (parsed.errors.length > 0) {
  process.stderr.write(`${parsed.errors.join("\n")}\nTry: node server.mjs --help\n`);
  process.exitCode = 2;
} else {
  listen(parsed.options);
}

function listen(options) {
  const life = { startedAt: new Date(), stopping: false };
  const handle = requestHandler(options, life);
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
    handle,
  );
  // Without this event Node.js would say "continue" before the handler has seen how long the body claims to be.
  server.on("checkContinue", handle);
  server.on("clientError", refuseConnection);
  server.on("error", (error) => {
    process.stderr.write(`cannot listen on ${options.host}:${options.port}: ${error.message}\n`);
    process.exitCode = 1;
  });
  // Without a host Node.js takes `::`, which serves both families, and 0.0.0.0 where the kernel has no IPv6.
  const host = options.host === "*" ? {} : { host: options.host };
  server.listen({ ...host, port: options.port }, () => {
    const { address, port } = server.address();
    life.listen = { host: address, port };
    log({ event: "listening", host: address, port, pid: process.pid, stateDir: options.stateDir });
  });
  stopOnSignals(server, life, options.graceSeconds, log);
}

function log(fields) {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`);
}
