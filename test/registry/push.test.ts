import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import canonicalize from "canonicalize";
import { execa } from "execa";
import { afterEach, expect, test } from "vitest";
import { digestOf } from "../../data-loaders/image/digest.js";
import { readTar } from "../../data-loaders/image/tar.js";
import { pushImageTo } from "../../data-loaders/registry/push.js";
import { pushable } from "../../data-loaders/registry/variant.js";

const encode = (value: unknown) => new TextEncoder().encode(canonicalize(value));
const layer = new TextEncoder().encode("a layer");
const config = encode({
  architecture: "amd64",
  os: "linux",
  config: { Entrypoint: ["node", "/app/server.mjs"], Labels: { a: "b" } },
  rootfs: { type: "layers", diff_ids: [digestOf(layer)] },
});
const manifest = encode({
  schemaVersion: 2,
  mediaType: "application/vnd.oci.image.manifest.v1+json",
  config: {
    mediaType: "application/vnd.oci.image.config.v1+json",
    digest: digestOf(config),
    size: config.length,
  },
  layers: [
    { mediaType: "application/vnd.oci.image.layer.v1.tar", digest: digestOf(layer), size: layer.length },
  ],
});
const blob = (bytes: Uint8Array) => [`blobs/sha256/${digestOf(bytes).slice(7)}`, bytes] as const;
const layout = new Map<string, Uint8Array>([
  ["index.json", encode({ manifests: [{ digest: digestOf(manifest) }] })],
  blob(manifest),
  blob(config),
  blob(layer),
]);

test("without a variant the digests are those of the layout", async () => {
  const same = await pushable(layout, {});
  expect(same.manifest.descriptor.digest).toBe(digestOf(manifest));
  expect(same.config.digest).toBe(digestOf(config));
});

test("a variant changes what it names and nothing else; the same one twice has the same digests", async () => {
  const marked = await pushable(layout, { label: "two" });
  expect(marked.layers.map((one) => one.digest)).toEqual([digestOf(layer)]);
  expect(marked.config.digest).not.toBe(digestOf(config));
  const files = [{ name: "bin/tool", base64: Buffer.from("#!").toString("base64"), mode: 0o755 }];
  const [one, again] = [await pushable(layout, { files }), await pushable(layout, { files })];
  expect(one.manifest.descriptor).toEqual(again.manifest.descriptor);
  expect(one.layers).toHaveLength(2);
  const added = one.blobs.find((b) => b.digest === one.layers[1]!.digest)!;
  expect(Buffer.from((await readTar(added.bytes)).get("bin/tool")!).toString()).toBe("#!");
  const newConfig = JSON.parse(new TextDecoder().decode(one.blobs.at(-1)!.bytes));
  expect(newConfig.rootfs.diff_ids).toEqual(one.layers.map((l) => l.digest));
  expect(newConfig.config).toEqual({ Entrypoint: ["node", "/app/server.mjs"], Labels: { a: "b" } });
  const text = await pushable(layout, { files: [{ name: "bin/tool", text: "#!", mode: 0o755 }] });
  expect(text.manifest.descriptor).toEqual(one.manifest.descriptor);
  const foreign = await pushable(layout, { indexFor: "s390x" });
  const index = JSON.parse(new TextDecoder().decode(foreign.index!.bytes));
  expect(index.manifests).toEqual([
    { ...foreign.manifest.descriptor, platform: { architecture: "s390x", os: "linux" } },
  ]);
});

let server: Server | undefined;
afterEach(() => server?.close());

/** A registry that keeps what it is given and computes digests itself. */
async function registry(
  lie = false,
): Promise<{ url: string; stored: Map<string, Uint8Array>; asked: string[] }> {
  const stored = new Map<string, Uint8Array>();
  const asked: string[] = [];
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://registry");
    asked.push(`${request.method} ${pathname}`);
    const body = await bodyOf(request);
    if (request.headers.authorization !== `Basic ${btoa("u:p")}`)
      response.writeHead(401).end('{"errors":[]}');
    else if (request.method === "HEAD")
      response.writeHead(stored.has(pathname.split("/").at(-1)!) ? 200 : 404).end();
    else if (request.method === "POST")
      response.writeHead(202, { location: "http://elsewhere.invalid/v2/r/blobs/uploads/1?_state=x" }).end();
    else {
      const named = searchParams.get("digest") ?? pathname.split("/").at(-1)!;
      const digest = digestOf(body);
      if (named.startsWith("sha256:") && named !== digest)
        return void response.writeHead(400).end("DIGEST_INVALID");
      stored.set(named, body);
      response.writeHead(201, { "docker-content-digest": lie ? digestOf("other") : digest }).end();
    }
  });
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stored, asked };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test("blobs first, then the manifest, then the tag; what is there is not sent again", async () => {
  const { url, stored, asked } = await registry();
  const auth = { username: "u", password: "p" };
  const image = await pushable(layout, { indexFor: "arm64" });
  await pushImageTo({ url, repository: "r", tag: "v1", auth }, image);
  expect([...stored.keys()]).toEqual([
    digestOf(layer),
    digestOf(config),
    image.manifest.descriptor.digest,
    "v1",
  ]);
  expect(digestOf(stored.get("v1")!)).toBe(image.index!.descriptor.digest);
  asked.length = 0;
  const answers = await pushImageTo({ url, repository: "r", tag: "v2", auth }, image);
  expect(asked.filter((line) => line.startsWith("POST"))).toEqual([]);
  expect(answers.map(({ method, status }) => `${method} ${status}`)).toEqual([
    "HEAD 200",
    "HEAD 200",
    "PUT 201",
    "PUT 201",
  ]);
});

test("a refusal is told with its status and body, no answer as no answer, a wrong digest as one", async () => {
  const { url } = await registry(true);
  const image = await pushable(layout, {});
  const to = { url, repository: "r", tag: "v1" };
  await expect(pushImageTo(to, image)).rejects.toThrow(/HEAD .*expected HTTP 200 or 404, got 401/);
  const auth = { username: "u", password: "p" };
  await expect(pushImageTo({ ...to, auth }, image)).rejects.toThrow(/computed sha256:.*expected sha256:/);
  await expect(pushImageTo({ ...to, url: "http://127.0.0.1:1" }, image)).rejects.toThrow(/no answer/);
});

test("the registry is asked directly, whatever proxies Node.js itself is told to use", async () => {
  const { url, asked } = await registry();
  const script = `import { directRequest } from "./data-loaders/registry/direct-request.ts";
    console.log((await directRequest("${url}/v2/", { method: "HEAD" })).status);`;
  const { stdout } = await execa(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script],
    {
      // releases before 22.21 know no such setting
      env: { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "", http_proxy: "" },
    },
  );
  expect(stdout).toBe("401");
  expect(asked).toEqual(["HEAD /v2/"]);
});
