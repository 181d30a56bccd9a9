import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, chmod, cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_BASE } from "../../data-loaders/image/base.js";
import { buildProbeImage } from "../../data-loaders/image/build.js";
import { PROBE_SOURCE, readSource } from "../../data-loaders/image/source.js";
import { readTar } from "../../data-loaders/image/tar.js";
import { configOf, dockerWith, fakeTransport, LOCAL_ID, layer, legacySave, ociSave } from "./docker-save.js";

let dir: string;
let layers: Buffer[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "image-"));
  layers = [await layer("etc/base", "one"), await layer("usr/bin/node", "two")];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const build = (saved: Uint8Array, cache = "cache", more = {}) =>
  buildProbeImage(dockerWith(saved), {
    base: "base:t",
    cacheDirectory: join(dir, cache),
    epochSeconds: 0,
    ...more,
  });

describe("the archive (synthetic base image)", () => {
  test("is an OCI layout in which every descriptor's digest and size are those of its blob", async () => {
    const image = await build(await legacySave(layers));
    const files = await readTar(await readFile(image.archivePath));
    const json = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
    const blob = ({ digest, size }: { digest: string; size: number }) => {
      const bytes = files.get(`blobs/sha256/${digest.slice(7)}`)!;
      expect([sha256(bytes), bytes.length]).toEqual([digest, size]);
      return bytes;
    };
    expect(json(files.get("oci-layout")!)).toEqual({ imageLayoutVersion: "1.0.0" });
    const index = json(files.get("index.json")!);
    expect(index.manifests[0].annotations).toEqual({
      "io.containerd.image.name": image.tag,
      "org.opencontainers.image.ref.name": image.tag.split(":")[1],
    });
    expect(index.manifests[0].digest).toBe(image.manifestDigest);
    const manifest = json(blob(index.manifests[0]));
    expect(manifest.config.digest).toBe(image.configDigest);
    const config = json(blob(manifest.config));
    expect(manifest.layers.map(blob).map(sha256)).toEqual(config.rootfs.diff_ids);
    expect(config.rootfs.diff_ids.slice(0, 2)).toEqual(layers.map(sha256));
    expect(config.config.Entrypoint).toEqual(["node", "/app/server.mjs"]);
    expect(config.config.Env).toEqual([
      "PATH=/usr/bin",
      "NODE_VERSION=20.0.0",
      `SOURCE_DIGEST=${image.sourceDigest}`,
    ]);
    expect(config).toMatchObject({ architecture: "amd64", os: "linux", created: "1970-01-01T00:00:00.000Z" });
    expect(image.base).toEqual({ ref: "base:t", id: sha256(configOf(layers)) });
    expect(image.ref).toBe(`docker.io/labbook/probe@${image.manifestDigest}`);
    expect(image.tag).toBe(`docker.io/labbook/probe:${image.sourceDigest.slice(7, 19)}`);
  });

  test("has one app layer that GNU tar lists with fixed owners, modes and times", async () => {
    const image = await build(await legacySave(layers));
    const files = await readTar(await readFile(image.archivePath));
    const app = files.get(`blobs/sha256/${image.layers.at(-1)!.digest.slice(7)}`)!;
    const listing = execFileSync("tar", ["--utc", "--numeric-owner", "-tv"], {
      input: app,
      encoding: "utf8",
    });
    const lines = listing
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/\s+/));
    expect(lines.map((words) => `${words[0]} ${words[1]} ${words[3]} ${words[5]}`)).toEqual([
      "drwxr-xr-x 0/0 1970-01-01 app/",
      ...(await readdir(PROBE_SOURCE)).sort().map((name) => `-rw-r--r-- 0/0 1970-01-01 app/${name}`),
      "drwxrwxrwt 0/0 1970-01-01 state/",
    ]);
    const inside = await readTar(app);
    expect(Buffer.from(inside.get("app/server.mjs")!)).toEqual(
      await readFile(join(PROBE_SOURCE, "server.mjs")),
    );
  });

  test("has the same digests from either layout of docker save, and when built twice", async () => {
    const legacy = await build(await legacySave(layers), "a");
    const oci = await build(await ociSave(layers), "b");
    expect({ ...oci, archivePath: "" }).toEqual({ ...legacy, archivePath: "" });
    expect(await readFile(oci.archivePath)).toEqual(await readFile(legacy.archivePath));
  });

  test("does not depend on the checkout's path, times or modes", async () => {
    const elsewhere = join(dir, "another/check out");
    await cp(PROBE_SOURCE, elsewhere, { recursive: true });
    for (const name of await readdir(elsewhere)) {
      await utimes(join(elsewhere, name), 1_000_000_000, 1_000_000_000);
      await chmod(join(elsewhere, name), 0o600);
    }
    const umask = process.umask(0o077);
    const there = await build(await legacySave(layers), "b", { sourceDirectory: elsewhere });
    process.umask(umask);
    expect(there.manifestDigest).toBe((await build(await legacySave(layers), "a")).manifestDigest);
  });

  test("changes with the base and with the epoch, while the source digest stays", async () => {
    const one = await build(await legacySave(layers), "a");
    const other = await build(await legacySave([layers[0]!, await layer("usr/bin/node", "2")]), "b");
    const later = await build(await legacySave(layers), "c", { epochSeconds: 1_700_000_000 });
    expect(new Set([one, other, later].map((image) => image.manifestDigest)).size).toBe(3);
    expect(new Set([one, other, later].map((image) => image.sourceDigest)).size).toBe(1);
  });
});

describe("the cache", () => {
  test("saves the base image once for the same inputs, and builds again when the archive was damaged", async () => {
    const docker = dockerWith(await legacySave(layers));
    const again = () => buildProbeImage(docker, { base: "base:t", cacheDirectory: dir, epochSeconds: 0 });
    const first = await again();
    expect(await again()).toEqual(first);
    expect(docker.asked.filter((command) => command === `docker save ${LOCAL_ID}`)).toHaveLength(1);
    const whole = await readFile(first.archivePath);
    await appendFile(first.archivePath, "x");
    expect(await again()).toEqual(first);
    expect(await readFile(first.archivePath)).toEqual(whole);
  });

  test("takes the same archive from several builds at once, as chapters side by side make them", async () => {
    const saved = await legacySave(layers);
    const images = await Promise.all(Array.from({ length: 4 }, () => build(saved, "shared")));
    expect(images).toEqual(Array(4).fill(images[0]));
    const key = basename(images[0]!.archivePath, ".tar");
    expect((await readdir(join(dir, "shared"))).sort()).toEqual([`${key}.json`, `${key}.tar`]);
  });
});

describe("the source", () => {
  const copy = async () => {
    const to = join(dir, "source");
    await cp(PROBE_SOURCE, to, { recursive: true });
    return to;
  };

  test("is refused before docker is asked when one byte is another, naming file, expected and got", async () => {
    const source = await copy();
    const path = join(source, "state.mjs");
    const original = await readFile(path);
    const changed = Buffer.from(original);
    changed[100]! ^= 1;
    await writeFile(path, changed);
    const docker = dockerWith(await legacySave(layers));
    const error = await buildProbeImage(docker, { sourceDirectory: source, cacheDirectory: dir }).catch(
      (e) => e,
    );
    expect(error.code).toBe("SOURCE_REFUSED");
    expect(error.message).toContain(
      `state.mjs: expected ${sha256(original).slice(7)}, got ${sha256(changed).slice(7)}`,
    );
    expect(docker.asked).toEqual([]);
  });

  test("is refused with all its faults at once: missing, unlisted and unreadable lines", async () => {
    const source = await copy();
    await rm(join(source, "stop.mjs"));
    await writeFile(join(source, "extra.mjs"), "");
    await appendFile(join(source, "SHA256SUMS"), `${"0".repeat(64)}  ../../etc/passwd\n`);
    const error = await readSource(source).catch((e) => e);
    for (const part of [
      "stop.mjs: expected",
      "got no such file",
      "extra.mjs: expected nothing",
      "SHA256SUMS:8",
      "../../etc",
    ]) {
      expect(error.message).toContain(part);
    }
    await rm(join(source, "SHA256SUMS"));
    await expect(readSource(source)).rejects.toThrow(
      "SHA256SUMS: expected a manifest of checksums, got no such file",
    );
  });

  test("as an archive unpacks with GNU tar, passes sha256sum -c, and its digest is the archive's", async () => {
    const { archive, digest } = await readSource();
    expect(sha256(archive)).toBe(digest);
    execFileSync("tar", ["-xzf", "-", "-C", dir], { input: archive });
    execFileSync("sha256sum", ["--strict", "--quiet", "-c", "SHA256SUMS"], { cwd: join(dir, "probe-app") });
    expect((await readdir(join(dir, "probe-app"))).sort()).toEqual((await readdir(PROBE_SOURCE)).sort());
  });
});

describe("the base image", () => {
  test("by default is pinned by digest", () => expect(DEFAULT_BASE).toMatch(/@sha256:[0-9a-f]{64}$/));

  test("is pulled when it is absent; a pull that fails says command, stderr and what to do", async () => {
    const docker = fakeTransport((argv) =>
      argv[1] === "image"
        ? { exitCode: 1, stderr: "Error: No such image: base:t" }
        : { exitCode: 1, stderr: "dial tcp: lookup registry.example: no such host" },
    );
    const error = await buildProbeImage(docker, { base: "base:t", cacheDirectory: dir }).catch((e) => e);
    expect(error.code).toBe("BASE_UNAVAILABLE");
    for (const part of ["docker pull --quiet base:t", "exit 1", "no such host", "LABBOOK_BASE_IMAGE"]) {
      expect(error.message).toContain(part);
    }
  });

  test("without docker the error says that docker is missing", async () => {
    const notStarted = { code: "ENOENT", message: "spawn docker ENOENT" } as const;
    const docker = fakeTransport(() => ({ exitCode: undefined, notStarted }));
    const error = await buildProbeImage(docker, { base: "base:t", cacheDirectory: dir }).catch((e) => e);
    expect([error.code, error.message]).toEqual([
      "DOCKER_MISSING",
      expect.stringContaining("spawn docker ENOENT"),
    ]);
  });

  test("with a layer that is not what its config says, or cut short, is refused", async () => {
    const good = await legacySave(layers);
    const bad = Buffer.from(good);
    bad[bad.indexOf("etc/base") + 512]! ^= 1; // the layer's content lies one block behind its header
    await expect(build(bad)).rejects.toMatchObject({
      code: "BASE_CORRUPT",
      message: expect.stringContaining("diffID"),
    });
    await expect(build(good.subarray(0, 2000))).rejects.toMatchObject({ code: "BASE_CORRUPT" });
    const cut = fakeTransport((argv) =>
      argv[1] === "image" ? { stdout: LOCAL_ID } : { stdout: good, stdoutBytes: good.length + 1 },
    );
    await expect(buildProbeImage(cut, { base: "base:t", cacheDirectory: dir })).rejects.toMatchObject({
      code: "BASE_CORRUPT",
      message: expect.stringContaining(`expected ${good.length + 1} bytes, got ${good.length}`),
    });
  });
});
