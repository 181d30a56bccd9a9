import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Transport } from "../../../data-loaders/effects.js";
import type { EnvironmentEffects } from "../../../data-loaders/environment/effects.js";
import { kubeApi } from "../../../data-loaders/environment/kube/api.js";
import { localTransport } from "../../../data-loaders/environment/transport/local.js";
import { fakeEffects } from "../fake-vm.js";
import { kubeconfig, labWorld, tls } from "./lab-world.js";

/** A kubeconfig as the tests spoil it. */
export interface Written {
  "current-context": string;
  clusters: [{ cluster: Record<string, unknown> }, { cluster: Record<string, unknown> }];
  users: [{ user: Record<string, unknown> }];
  contexts: { name: string; context: Record<string, unknown> }[];
}

/** Keys of a server: those of the fixtures are for 127.0.0.1. */
export interface ServerKeys {
  ca: string;
  cert: string;
  key: string;
}

export const loopbackKeys: ServerKeys = {
  ca: tls("ca.crt"),
  cert: tls("server.crt"),
  key: tls("server.key"),
};

/** An API server that answers as the world's does, and notes what it was asked and how often it was connected to. */
export interface ApiServer {
  url: string;
  port: number;
  asked: string[];
  connections: number;
}

/**
 * Two API servers that take the same user: `lab`, which belongs to the containers, and `prod`. kubectl and the node's files
 * are real, docker is not. The cluster's own kubeconfig lies where the tool keeps it.
 */
export async function twoServers(host = "127.0.0.1", keys = loopbackKeys) {
  const folder = mkdtempSync(join(tmpdir(), "labbook-two-"));
  const servers: Server[] = [];
  const start = () => serve(host, keys, servers);
  const [lab, prod] = [await start(), await start()];
  const stateDir = join(folder, ".labbook");
  mkdirSync(stateDir);
  const file = join(stateDir, "kubeconfig.lab");
  const own: Written = parse(
    kubeconfig({ server: lab.url, caInKubeconfig: keys.ca, currentContext: "kind-lab" }),
  );
  const trusted = { server: prod.url, "certificate-authority-data": Buffer.from(keys.ca).toString("base64") };
  own.clusters[1].cluster = trusted;
  const write = (change: (config: Written) => void = () => {}) => {
    const config = structuredClone(own);
    change(config);
    writeFileSync(file, stringify(config));
  };
  write();
  const { vm: docker } = labWorld({
    server: lab.url,
    publishedHost: host,
    publishedPort: lab.port,
    caInContainer: keys.ca,
  });
  const local = localTransport();
  const transport: Transport = {
    ...local,
    run: (request) => (request.argv[0] === "docker" ? docker.run(request) : local.run(request)),
  };
  const effects: EnvironmentEffects & { said: string[]; printed: string[] } = fakeEffects(transport, {
    stateDir,
    connect: kubeApi,
  });
  const close = async () => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    }
    rmSync(folder, { recursive: true });
  };
  return {
    lab,
    prod,
    effects,
    transport,
    stateDir,
    file,
    write,
    docker,
    close,
    text: () => readFileSync(file, "utf8"),
  };
}

async function serve(host: string, { ca, cert, key }: ServerKeys, servers: Server[]): Promise<ApiServer> {
  const told: ApiServer = { url: "", port: 0, asked: [], connections: 0 };
  const clients = [tls("ca.crt"), ca];
  const server = createServer(
    { cert, key, ca: clients, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      const path = (request.url ?? "").replace(/\?.*/, "");
      told.asked.push(`${request.method} ${request.url}`);
      const found = answers[path];
      response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          found ?? { kind: "Status", apiVersion: "v1", status: "Failure", code: 404, reason: "NotFound" },
        ),
      );
    },
  );
  server.on("connection", (_socket: Socket) => told.connections++);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  told.port = (server.address() as AddressInfo).port;
  told.url = `https://${host}:${told.port}`;
  return told;
}

const node = (name: string) => ({
  metadata: { name, labels: { "labbook.dev/dedicated": "lab" } },
  spec: { providerID: `kind://docker/lab/${name}` },
  status: { conditions: [{ type: "Ready", status: "True" }] },
});

const answers: Record<string, unknown> = {
  "/api/v1/namespaces/kube-system": { metadata: { name: "kube-system", uid: "uid-1" } },
  "/api/v1/nodes": {
    kind: "NodeList",
    apiVersion: "v1",
    items: ["lab-control-plane", "lab-worker"].map(node),
  },
  "/api/v1/namespaces": { kind: "Namespace", apiVersion: "v1", metadata: { name: "made" } },
  "/version": { major: "1", minor: "32", gitVersion: "v1.32.0" },
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/apis": { kind: "APIGroupList", apiVersion: "v1", groups: [] },
  "/api/v1": {
    kind: "APIResourceList",
    groupVersion: "v1",
    resources: [{ name: "pods", singularName: "pod", namespaced: true, kind: "Pod", verbs: ["get", "list"] }],
  },
  "/api/v1/namespaces/default/pods/web": {
    ...{ kind: "Pod", apiVersion: "v1", metadata: { name: "web", namespace: "default", uid: "pod-1" } },
    ...{ spec: { containers: [{ name: "web" }] }, status: { phase: "Pending" } },
  },
};

/** A server's keys for an address of this machine; undefined where no program makes any. */
export function keysFor(address: string): ServerKeys | undefined {
  const folder = mkdtempSync(join(tmpdir(), "labbook-keys-"));
  const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
  try {
    openssl("req", "-x509", ...curve, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=ca of a test");
    openssl("req", ...curve.slice(0, -2), "-keyout", "key", "-out", "csr", "-subj", "/CN=server of a test");
    writeFileSync(join(folder, "names"), `subjectAltName=IP:${address}\n`);
    openssl(
      ...["x509", "-req", "-in", "csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"],
      ...["-days", "1", "-extfile", "names", "-out", "crt"],
    );
    return { ca: read("ca.crt"), cert: read("crt"), key: read("key") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
