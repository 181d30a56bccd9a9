import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { StampedLine } from "../../../data-loaders/effects.js";
import { kubeApi } from "../../../data-loaders/environment/kube/api.js";
import { localTransport } from "../../../data-loaders/environment/transport/local.js";
import { kubeconfig, tls } from "../cluster/lab-world.js";

const servers: Server[] = [];
let connections = 0;

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  connections = 0;
  const server = createServer(
    {
      cert: tls("server.crt"),
      key: tls("server.key"),
      ca: tls("ca.crt"),
      requestCert: true,
      rejectUnauthorized: true,
    },
    answer,
  );
  server.on("secureConnection", () => connections++);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const connect = (server: string, ca = "ca.crt") =>
  kubeApi(kubeconfig({ server, caInKubeconfig: tls(ca), currentContext: "kind-lab" }), localTransport());

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

test("get gives the server's bytes and status, as the kubeconfig's user, over one connection", async () => {
  const server = await serve((request, response) => {
    const user = (
      request.socket as Socket & { getPeerCertificate(): { subject: { CN: string } } }
    ).getPeerCertificate();
    response.writeHead(request.url === "/gone" ? 404 : 200).end(`{"a": 1}\n${user.subject.CN}`);
  });
  const api = await connect(server);
  expect(api.server).toBe(server);
  const first = await api.get("/api", 2000);
  expect([first.status, new TextDecoder().decode(first.body)]).toEqual([200, '{"a": 1}\ntest-admin']);
  expect((await api.get("/gone", 2000)).status).toBe(404);
  expect(connections).toBe(1);
});

test("G10: a server whose certificate is of another CA gets no request", async () => {
  let asked = 0;
  const server = await serve((_request, response) => {
    asked++;
    response.end("{}");
  });
  const api = await connect(server, "other-ca.crt");
  await expect(api.get("/api", 2000)).rejects.toMatchObject({ code: "API_UNREACHABLE", exitCode: 3 });
  expect(asked).toBe(0);
});

test("a server that does not answer in time is said to be so", async () => {
  const server = await serve(() => {});
  const api = await connect(server);
  await expect(api.get("/api/v1/nodes", 200)).rejects.toThrow(
    /\/api\/v1\/nodes: no whole answer within 200 ms/,
  );
});

test("a watch hands on each line when it arrives, also an error object, and says why it ended", async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200);
    response.write('{"type":"ADDED"}\n{"type":');
    setTimeout(() => response.end('"ERROR","object":{"code":410}}\n'), 150);
  });
  const lines: StampedLine[] = [];
  const ended = await (await connect(server)).watch(
    "/w",
    (line) => lines.push(line),
    new AbortController().signal,
  );
  expect(lines.map((line) => line.line)).toEqual([
    '{"type":"ADDED"}',
    '{"type":"ERROR","object":{"code":410}}',
  ]);
  expect(lines[1]!.monotonicMs - lines[0]!.monotonicMs).toBeGreaterThan(100);
  expect(ended.reason).toBe("closed by the server");
});

test("a watch tells aborted, refused and cut apart", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/410") response.writeHead(410).end("too old");
    else {
      response.writeHead(200);
      response.write("{}\n");
      if (request.url === "/cut") setTimeout(() => request.socket.destroy(), 50);
    }
  });
  const api = await connect(server);
  const abort = new AbortController();
  const never = new AbortController().signal;
  expect(await api.watch("/open", () => abort.abort(), abort.signal)).toEqual({ reason: "aborted" });
  expect(await api.watch("/410", () => {}, never)).toEqual({ reason: "HTTP 410: too old" });
  expect((await api.watch("/cut", () => {}, never)).reason).toMatch(/^connection lost: /);
});

test("a kubeconfig that would not check the server is refused", async () => {
  const text = kubeconfig({
    server: "http://127.0.0.1:80",
    caInKubeconfig: tls("ca.crt"),
    currentContext: "kind-lab",
  });
  await expect(kubeApi(text, localTransport())).rejects.toMatchObject({ code: "BAD_KUBECONFIG" });
});
