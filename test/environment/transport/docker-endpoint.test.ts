import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withOneDocker } from "../../../data-loaders/environment/transport/docker-endpoint.js";
import { localTransport } from "../../../data-loaders/environment/transport/local.js";

/** Knows contexts by files, says where each command of it would lead, and counts how often it was asked for a context. */
const standIn = `#!/bin/sh
here=\${0%/*}
if [ "$1 $2" = "context inspect" ]; then
  echo asked >>"$here/asked"
  [ -f "$here/\${DOCKER_CONTEXT:-current}.json" ] || { echo "context \\"$DOCKER_CONTEXT\\" does not exist" >&2; exit 1; }
  exec cat "$here/\${DOCKER_CONTEXT:-current}.json"
fi
echo "$DOCKER_HOST|$DOCKER_TLS|$DOCKER_TLS_VERIFY|$DOCKER_CERT_PATH|$DOCKER_CONTEXT|$DOCKER_CONFIG"
`;

const own = { ...process.env };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "labbook-docker-"));
  writeFileSync(join(folder, "docker"), standIn);
  chmodSync(join(folder, "docker"), 0o755);
  context("current", "unix:///run/one.sock");
  for (const name of Object.keys(process.env)) if (name.startsWith("DOCKER_")) delete process.env[name];
  process.env.PATH = `${folder}:${own.PATH}`;
});

afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, own);
  rmSync(folder, { recursive: true });
});

function context(name: string, host: string, more: { tls?: boolean; unchecked?: boolean } = {}): void {
  const told = {
    Name: name,
    Endpoints: { docker: { Host: host, SkipTLSVerify: more.unchecked ?? false } },
    TLSMaterial: more.tls ? { docker: ["ca.pem", "cert.pem", "key.pem"] } : {},
    Storage: { MetadataPath: "/meta", TLSPath: "/tls/1" },
  };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify([told], null, 4));
}

async function reached(vm = withOneDocker(localTransport()), argv = ["docker", "ps"]): Promise<string> {
  const result = await vm.run({ argv, timeoutMs: 10_000 });
  return new TextDecoder().decode(result.stdout).trim();
}

test("the current context is followed once: who changes it later changes nothing", async () => {
  const vm = withOneDocker(localTransport());
  expect(await reached(vm)).toBe("unix:///run/one.sock|||||/nonexistent");
  context("current", "unix:///run/two.sock");
  process.env.DOCKER_HOST = "unix:///run/three.sock";
  expect(await reached(vm, ["sh", "-c", "docker ps 2>/dev/null"])).toMatch(/^unix:\/\/\/run\/one\.sock\|/);
  expect(vm.dockerHost).toBe("unix:///run/one.sock");
  expect(await vm.resolveDocker?.()).toBe("unix:///run/one.sock");
});

test("commands that are asked at one time ask for the context once", async () => {
  const vm = withOneDocker(localTransport());
  await Promise.all([reached(vm), reached(vm), reached(vm)]);
  const asked = await reached(vm, ["cat", join(folder, "asked")]);
  expect(asked).toBe("asked");
});

test("DOCKER_HOST wins over DOCKER_CONTEXT, and brings its certificates", async () => {
  Object.assign(process.env, {
    DOCKER_HOST: "tcp://192.0.2.1:2376",
    DOCKER_CONTEXT: "prod",
    HOME: "/home/me",
  });
  expect(await reached()).toBe("tcp://192.0.2.1:2376|||||/nonexistent");
  process.env.DOCKER_TLS_VERIFY = "1";
  expect(await reached()).toBe("tcp://192.0.2.1:2376||1|/home/me/.docker||/nonexistent");
  process.env.DOCKER_CERT_PATH = "/certs";
  expect(await reached()).toBe("tcp://192.0.2.1:2376||1|/certs||/nonexistent");
});

test("a context's certificates go with it", async () => {
  context("far", "tcp://192.0.2.2:2376", { tls: true });
  context("unchecked", "tcp://192.0.2.3:2376", { unchecked: true });
  process.env.DOCKER_CONTEXT = "far";
  expect(await reached()).toBe("tcp://192.0.2.2:2376||1|/tls/1/docker||/nonexistent");
  process.env.DOCKER_CONTEXT = "unchecked";
  expect(await reached()).toBe("tcp://192.0.2.3:2376|1||||/nonexistent");
});

test("a context that is not there ends every command with docker's own words, and none reaches another daemon", async () => {
  process.env.DOCKER_CONTEXT = "gone";
  const vm = withOneDocker(localTransport());
  const argv = ["docker", "ps"];
  const result = await vm.run({ argv, timeoutMs: 10_000 });
  expect(result).toMatchObject({ argv, exitCode: 1, stdoutBytes: expect.any(Number) });
  expect(new TextDecoder().decode(result.stderr)).toBe('context "gone" does not exist\n');
  const background = await vm.start({ argv, timeoutMs: 10_000 }, () => {});
  expect(await background.ended).toMatchObject({ argv, exitCode: 1 });
});

test("a command that does not use docker asks for no context", async () => {
  const vm = withOneDocker(localTransport());
  expect(await reached(vm, ["sh", "-c", 'echo "$DOCKER_HOST"'])).toBe("");
  expect(vm.dockerHost).toBeUndefined();
});
