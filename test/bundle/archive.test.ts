import { describe, expect, test } from "vitest";
import { packTar, readTar } from "../../data-loaders/image/tar.js";
import { packArchive, readArchive } from "../../src/model/bundle/archive.js";
import { headerOf } from "../../src/model/bundle/header.js";
import { nameFault } from "../../src/model/bundle/names.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
const RAW = `raw/${"a".repeat(64)}`;
const RAW2 = `raw/${"b".repeat(64)}`;
const files = new Map([
  ["run.json", utf8("{}\n")],
  [RAW, new Uint8Array(513).fill(7)],
  ["manifest.json", utf8("{}")],
  [RAW2, new Uint8Array()],
]);
const read = (archive: Uint8Array) => readArchive(archive, nameFault);

/** One header with a field overwritten and its checksum made right again: what a hostile tool would write. */
function header(name: string, size: number, change: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = headerOf("run.json", 0);
  bytes.fill(0, 0, 100);
  bytes.set(utf8(name).subarray(0, 100));
  bytes.set(utf8(size.toString(8).padStart(11, "0")), 124);
  change(bytes);
  bytes.set(utf8(" ".repeat(8)), 148);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.set(utf8(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  return bytes;
}
const END = new Uint8Array(1024);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const type = (letter: string) => (bytes: Uint8Array) => {
  bytes[156] = letter.charCodeAt(0);
};
const same = () => {};

describe("the archive of a bundle", () => {
  test("reads back what was packed, and a tar program reads it too", async () => {
    const archive = packArchive(files);
    expect(read(archive).files).toEqual(files);
    expect([...(await readTar(archive))].map(([name, bytes]) => [name, bytes.length])).toEqual([
      ["manifest.json", 2],
      [RAW, 513],
      [RAW2, 0],
      ["run.json", 3],
    ]);
  });

  test("does not depend on the order in which files were given", () => {
    expect(packArchive(new Map([...files].reverse()))).toEqual(packArchive(files));
  });

  test("every single byte counts, whichever it is and whatever it becomes", () => {
    const archive = packArchive(new Map([["run.json", utf8("{}\n")]]));
    for (let at = 0; at < archive.length; at++) {
      // a changed byte of content is the manifest's matter
      if (at >= 512 && at < 515) continue;
      for (const add of [1, 32, 128, 255]) {
        const changed = Uint8Array.from(archive);
        changed[at] = (changed[at]! + add) & 255;
        expect(read(changed).fault, `byte ${at}`).toBeDefined();
      }
    }
  });
});

describe("a hostile archive is refused, and the entry named", () => {
  const hostile: [string, Uint8Array, string | undefined, RegExp][] = [
    [
      "a way up",
      join(header("../../etc/passwd", 0, same), END),
      "../../etc/passwd",
      /leads out of the bundle/,
    ],
    ["a way up inside", join(header("raw/../run.json", 0, same), END), "raw/../run.json", /leads out/],
    [
      "a way up with backslashes",
      join(header("raw\\..\\..\\x", 0, same), END),
      "raw\\..\\..\\x",
      /leads out/,
    ],
    ["an absolute name", join(header("/etc/passwd", 0, same), END), "/etc/passwd", /absolute/],
    ["a drive's name", join(header("C:\\x", 0, same), END), "C:\\x", /absolute/],
    [
      "a way up in the prefix field",
      join(
        header("run.json", 0, (bytes) => bytes.set(utf8("../.."), 345)),
        END,
      ),
      "../../run.json",
      /leads out/,
    ],
    ["a symbolic link", join(header("run.json", 0, type("2")), END), "run.json", /symbolic link/],
    ["a hard link", join(header(RAW, 0, type("1")), END), RAW, /hard link/],
    ["a device", join(header("run.json", 0, type("3")), END), "run.json", /character device/],
    ["a FIFO", join(header("run.json", 0, type("6")), END), "run.json", /FIFO/],
    ["a folder", join(header("raw/", 0, type("5")), END), "raw/", /a folder/],
    ["a sparse file", join(header("run.json", 0, type("S")), END), "run.json", /sparse/],
    ["an extended header", join(header("x", 0, type("x")), END), "x", /extended header/],
    ["a long name of GNU tar", join(header("././@LongLink", 0, type("L")), END), "././@LongLink", /GNU/],
    ["an old plain file", join(header("run.json", 0, type("\0")), END), "run.json", /type ""/],
    [
      "an entry that is not a bundle's",
      join(header("evil.sh", 0, same), END),
      "evil.sh",
      /no file of a bundle/,
    ],
    ["an output with another name", join(header("raw/abc", 0, same), END), "raw/abc", /no file of a bundle/],
    [
      "executable",
      join(
        header("run.json", 0, (b) => b.set(utf8("0000755"), 100)),
        END,
      ),
      "run.json",
      /not spelled/,
    ],
    [
      "another owner",
      join(
        header("run.json", 0, (b) => b.set(utf8("0001750"), 108)),
        END,
      ),
      "run.json",
      /not spelled/,
    ],
    [
      "another time",
      join(
        header("run.json", 0, (b) => b.set(utf8("15000000000"), 136)),
        END,
      ),
      "run.json",
      /byte 13/,
    ],
    ["a name twice", join(headerOf("run.json", 0), headerOf("run.json", 0), END), "run.json", /twice/],
    [
      "names out of order",
      join(headerOf("run.json", 0), headerOf("answer.yaml", 0), END),
      "answer.yaml",
      /sorted/,
    ],
    ["a size beyond the end", join(headerOf("run.json", 5000), END), "run.json", /ends before/],
    [
      "a size of gigabytes",
      join(headerOf("run.json", 8 ** 11 - 1), END),
      "run.json",
      /at most 67108864 bytes/,
    ],
    [
      "a size in GNU's binary form",
      join(
        header("run.json", 0, (bytes) => bytes.set([0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], 124)),
        END,
      ),
      "run.json",
      /at most 67108864 bytes, got NaN/,
    ],
    [
      "something in the padding",
      join(headerOf("run.json", 1), utf8(`x${"\0".repeat(510)}y`), END),
      "run.json",
      /should be empty/,
    ],
    [
      "something after the end",
      join(packArchive(files), utf8("#!/bin/sh")),
      undefined,
      /end after the last entry/,
    ],
    ["a second archive after the end", join(packArchive(files), packArchive(files)), undefined, /end after/],
    ["no end", packArchive(files).slice(0, -1024), undefined, /two empty blocks/],
    ["half an end", packArchive(files).slice(0, -512), undefined, /two empty blocks/],
    ["a gzip stream", utf8("\x1f").length ? Uint8Array.of(0x1f, 0x8b, 8, 0) : END, undefined, /gzip/],
    ["a zip file", utf8("PK\x03\x04"), undefined, /zip/],
    ["nothing", new Uint8Array(), undefined, /two empty blocks/],
  ];
  test.each(hostile)("%s", (_, archive, entry, message) => {
    const { files: got, fault } = read(archive);
    expect(got).toBeUndefined();
    expect(fault!.entry).toBe(entry);
    expect(fault!.message).toMatch(message);
  });

  test("too many entries, too large an entry, too large an archive", () => {
    const limits = { entries: 2, entryBytes: 600, totalBytes: 10_000 };
    const archive = packArchive(files);
    expect(readArchive(archive, nameFault, limits).fault).toMatchObject({
      entry: RAW2,
      message: /at most 2 entries/,
    });
    expect(readArchive(archive, nameFault, { ...limits, entryBytes: 512 }).fault).toMatchObject({
      entry: RAW,
    });
    expect(readArchive(archive, nameFault, { ...limits, totalBytes: 4000 }).fault!.message).toMatch(
      /at most 4000/,
    );
  });

  test("a tar that another program wrote of the same files", async () => {
    const foreign = await packTar([{ name: "run.json", mode: 0o600, bytes: utf8("{}\n") }], 0);
    expect(read(foreign).fault).toMatchObject({ entry: "run.json", message: /not spelled/ });
  });
});
