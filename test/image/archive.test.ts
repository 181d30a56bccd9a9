import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { image, told } from "../../data-loaders/commands/image.js";
import { buildProbeImage } from "../../data-loaders/image/build.js";
import { readSource, readSourceArchive } from "../../data-loaders/image/source.js";
import { packTar, readTar } from "../../data-loaders/image/tar.js";
import { pushable } from "../../data-loaders/registry/variant.js";
import type { Session } from "../../data-loaders/session.js";
import { dockerWith, layer, legacySave } from "./docker-save.js";

const hex = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let dir: string;
let good: Uint8Array;
const file = (name: string) => join(dir, name);
const archived = async (name: string, bytes: Uint8Array) => {
  await writeFile(file(name), bytes);
  return file(name);
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "archive-"));
  good = (await readSource()).archive;
});
afterEach(() => {
  vi.unstubAllEnvs();
  return rm(dir, { recursive: true, force: true });
});

/** Another version that is whole in itself: its manifest agrees with its files. */
async function older(): Promise<Uint8Array> {
  const source = await readSource();
  const files = source.files
    .filter(({ name }) => name !== "SHA256SUMS")
    .map(({ name, bytes }) => ({
      name,
      bytes: name === "stop.mjs" ? Buffer.concat([bytes, Buffer.from("//\n")]) : bytes,
    }));
  const sums = files.map(({ name, bytes }) => `${hex(bytes)}  ${name}\n`).join("");
  const all = [...files, { name: "SHA256SUMS", bytes: Buffer.from(sums) }];
  return gzipSync(
    await packTar(
      all.map((one) => ({ ...one, name: `probe-app/${one.name}`, mode: 0o644 })),
      0,
    ),
  );
}

describe("a source archive", () => {
  test("is the same source as the folder, and its SHA-256 is the source digest", async () => {
    const source = await readSourceArchive(await archived("good.tgz", good), hex(good));
    expect(source.digest).toBe(`sha256:${hex(good)}`);
    expect(source.files).toEqual((await readSource()).files);
  });

  test("with one flipped bit is refused, with and without knowing which was wanted", async () => {
    const bytes = Uint8Array.from(good);
    bytes[bytes.length >> 1]! ^= 1;
    const path = await archived("corrupt.tgz", bytes);
    await expect(readSourceArchive(path, hex(good))).rejects.toThrow(
      `expected ${hex(good)}, got ${hex(bytes)}`,
    );
    await expect(readSourceArchive(path)).rejects.toMatchObject({ code: "SOURCE_REFUSED" });
  });

  test("of another version is refused although it is whole in itself", async () => {
    const bytes = await older();
    const path = await archived("stale.tgz", bytes);
    await expect(readSourceArchive(path, hex(good))).rejects.toThrow(
      `expected ${hex(good)}, got ${hex(bytes)}`,
    );
  });

  test("that is packed another way is refused: SOURCE_DIGEST would not be its checksum", async () => {
    const path = await archived("other.tgz", await older());
    await expect(readSourceArchive(path)).rejects.toThrow(/which its files pack to/);
  });

  test("whose file is not what its manifest says names the file", async () => {
    const source = await readSource();
    const entries = source.files.map(({ name, bytes }) => ({
      name: `probe-app/${name}`,
      mode: 0o644,
      bytes: name === "stop.mjs" ? Buffer.from("changed") : bytes,
    }));
    const path = await archived("changed.tgz", gzipSync(await packTar(entries, 0)));
    await expect(readSourceArchive(path)).rejects.toThrow(
      /stop\.mjs: expected [0-9a-f]{64}, got [0-9a-f]{64}/,
    );
  });

  test("that is not there is refused with its path", async () => {
    await expect(readSourceArchive(file("nowhere.tgz"))).rejects.toThrow(/nowhere\.tgz.*\n.*no such file/);
  });

  test("is called what its caller calls it, so that no folder of the machine is printed", async () => {
    const path = await archived("cut.tgz", good.subarray(0, good.length - 200));
    vi.stubEnv("LABBOOK_CALLER", dirname(path));
    const refusal = image({ source: "./cut.tgz", sourceOnly: true }, {} as Session);
    await expect(refusal).rejects.toThrow(/archive \.\/cut\.tgz is not.*(.|\n)*--save \.\/cut\.tgz$/);
    await expect(refusal).rejects.not.toThrow(dirname(path));
  });

  test("cut short is refused", async () => {
    const path = await archived("cut.tgz", good.subarray(0, good.length - 200));
    await expect(readSourceArchive(path)).rejects.toThrow(/expected a whole tar\.gz/);
  });

  test("gives the same image as the folder", async () => {
    const saved = await legacySave([await layer("etc/base", "one")]);
    const options = { base: "base:t", epochSeconds: 0 };
    const source = await readSourceArchive(await archived("good.tgz", good));
    const one = await buildProbeImage(dockerWith(saved), { ...options, cacheDirectory: file("one") });
    const two = await buildProbeImage(dockerWith(saved), { ...options, source, cacheDirectory: file("two") });
    expect(two.manifestDigest).toBe(one.manifestDigest);
    expect(hex(await readFile(two.archivePath))).toBe(hex(await readFile(one.archivePath)));
  });
});

describe("lab image", () => {
  test("with a label is the image that a push with that label pushes, of the same layers", async () => {
    const saved = await legacySave([await layer("etc/base", "one")]);
    const built = await buildProbeImage(dockerWith(saved), { base: "base:t", cacheDirectory: file("one") });
    const pushed = await pushable(await readTar(await readFile(built.archivePath)), { label: "x" });
    const said = await told(built, "x");
    expect(said).toMatchObject({
      sourceDigest: built.sourceDigest,
      manifestDigest: pushed.manifest.descriptor.digest,
      configDigest: pushed.config.digest,
      layers: built.layers,
    });
    expect(pushed.config.digest).not.toBe(built.configDigest);
    expect(said).not.toHaveProperty("ref");
  });

  const printed: string[] = [];
  const session = {
    print: (text: string) => printed.push(text),
    transport: { run: () => Promise.reject(new Error("docker was asked")) },
  } as unknown as Session;

  test("refuses before docker is asked and before a file is written", async () => {
    const bytes = Uint8Array.from(good);
    bytes[100]! ^= 1;
    const path = await archived("corrupt.tgz", bytes);
    const options = { source: path, sha256: hex(good), save: file("never.tgz") };
    await expect(image(options, session)).rejects.toMatchObject({ code: "SOURCE_REFUSED", exitCode: 2 });
    expect(await readdir(dir)).toEqual(["corrupt.tgz"]);
  });

  test("writes the archive whose SHA-256 it prints", async () => {
    expect(await image({ sourceOnly: true, save: file("saved.tgz") }, session)).toBe(0);
    const told = JSON.parse(printed.at(-1)!);
    expect(told.sourceDigest).toBe(`sha256:${hex(await readFile(file("saved.tgz")))}`);
  });
});
