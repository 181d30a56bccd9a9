/** Makes small synthetic `docker save` tars in both layouts, and a transport that answers with them. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import * as tar from "tar-stream";
import type { CommandRequest, CommandResult, Transport } from "../../data-loaders/effects.js";

const hex = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

export async function layer(name: string, content: string): Promise<Buffer> {
  return pack([{ name, content: Buffer.from(content) }]);
}

export function configOf(layers: Uint8Array[]): Buffer {
  const diff_ids = layers.map((bytes) => `sha256:${hex(bytes)}`);
  const config = { Env: ["PATH=/usr/bin", "NODE_VERSION=20.0.0"], Cmd: ["sh"], User: "" };
  return Buffer.from(
    JSON.stringify({ os: "linux", architecture: "amd64", config, rootfs: { type: "layers", diff_ids } }),
  );
}

/** docker before 25: a folder a layer; the second layer's file is a link to where its bytes are. */
export function legacySave(layers: Buffer[]): Promise<Buffer> {
  const config = configOf(layers);
  const names = layers.map((bytes, index) => `${hex(`${index}${hex(bytes)}`)}/layer.tar`);
  const manifest = [{ Config: `${hex(config)}.json`, RepoTags: null, Layers: names }];
  const files: File[] = [{ name: "manifest.json", content: Buffer.from(JSON.stringify(manifest)) }];
  files.push({ name: `${hex(config)}.json`, content: config });
  layers.forEach((content, index) => {
    if (index === 0) files.push({ name: names[0]!, content });
    else
      files.push(
        { name: names[index]!, link: `../real${index}/layer.tar` },
        { name: `real${index}/layer.tar`, content },
      );
  });
  return pack(files);
}

/** docker 25 and newer: an OCI layout with compressed blobs, and manifest.json beside it. */
export function ociSave(layers: Buffer[]): Promise<Buffer> {
  const config = configOf(layers);
  const blobs = layers.map((bytes) => gzipSync(bytes));
  const path = (bytes: Uint8Array) => `blobs/sha256/${hex(bytes)}`;
  const manifest = [{ Config: path(config), RepoTags: null, Layers: blobs.map(path) }];
  return pack([
    ...[config, ...blobs].map((content) => ({ name: path(content), content })),
    { name: "index.json", content: Buffer.from("{}") },
    { name: "manifest.json", content: Buffer.from(JSON.stringify(manifest)) },
    { name: "oci-layout", content: Buffer.from(`{"imageLayoutVersion":"1.0.0"}`) },
  ]);
}

interface File {
  name: string;
  content?: Buffer;
  link?: string;
}

function pack(files: File[]): Promise<Buffer> {
  const stream = tar.pack();
  const packed = buffer(stream);
  for (const { name, content, link } of files) {
    if (link) stream.entry({ name, type: "symlink", linkname: link });
    else stream.entry({ name, mtime: new Date() }, content!);
  }
  stream.finalize();
  return packed;
}

export type Answer =
  | { exitCode?: number; stdout?: Uint8Array | string; stderr?: string }
  | Partial<CommandResult>;

/** A transport that answers each command by `answer` and remembers what it was asked. */
export function fakeTransport(answer: (argv: string[], request: CommandRequest) => Answer) {
  const asked: string[] = [];
  const run = async (request: CommandRequest): Promise<CommandResult> => {
    asked.push(request.argv.join(" "));
    const given = { exitCode: 0, ...answer(request.argv, request) };
    const [stdout, stderr] = [given.stdout, given.stderr].map((bytes) => Buffer.from(bytes ?? "")) as [
      Buffer,
      Buffer,
    ];
    const sizes = { stdoutBytes: stdout.length, stderrBytes: stderr.length };
    return {
      argv: request.argv,
      startedAt: "",
      durationMs: 0,
      timedOut: false,
      ...sizes,
      ...given,
      stdout,
      stderr,
    };
  };
  return { transport: { name: "fake", run } as unknown as Transport, asked };
}

export const LOCAL_ID = `sha256:${"b".repeat(64)}`;

/** docker with one image, saved as the given tar. */
export function dockerWith(saved: Uint8Array) {
  return fakeTransport((argv) => (argv[1] === "image" ? { stdout: `${LOCAL_ID}\n` } : { stdout: saved }));
}
