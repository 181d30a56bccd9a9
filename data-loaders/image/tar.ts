import * as tar from "tar-stream";

export interface TarEntry {
  /** Without a leading slash; a folder's ends with one. */
  name: string;
  mode: number;
  /** Absent for a folder. */
  bytes?: Uint8Array;
}

/** A tar that depends on nothing but its arguments: sorted by name, owner 0:0, one time for all entries. */
export async function packTar(entries: TarEntry[], epochSeconds: number): Promise<Uint8Array> {
  const pack = tar.pack();
  const packed = collect(pack);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const type = entry.bytes === undefined ? "directory" : "file";
    const header = {
      type,
      name: entry.name,
      mode: entry.mode,
      uid: 0,
      gid: 0,
      uname: "",
      gname: "",
    } as const;
    const content = Buffer.from(entry.bytes ?? []);
    pack.entry({ ...header, size: content.length, mtime: new Date(epochSeconds * 1000) }, content);
  }
  pack.finalize();
  return packed;
}

/** The files of a tar by name, links followed. Errors: the bytes are no tar, or end early. */
export async function readTar(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const links = new Map<string, string>();
  const extract = tar.extract();
  extract.end(bytes);
  for await (const entry of extract) {
    const { type, name, linkname } = entry.header;
    const key = normalize(name);
    if (type === "file") files.set(key, await collect(entry));
    else entry.resume();
    if (type === "symlink") links.set(key, normalize(`${dirname(key)}/${linkname}`));
    if (type === "link") links.set(key, normalize(linkname ?? ""));
  }
  for (const [name, target] of links) {
    const content = files.get(links.get(target) ?? target);
    if (content) files.set(name, content);
  }
  return files;
}

function dirname(name: string): string {
  return name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : ".";
}

function normalize(name: string): string {
  const parts: string[] = [];
  for (const part of name.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** node:stream/consumers would go through a Blob, which copies a large layer several times. */
async function collect(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
