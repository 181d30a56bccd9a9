/** Files that pages offer for download. Add an entry to `downloads`; the build writes its bytes to dist/downloads/. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { VERIFIER } from "../../src/components/answers/summary.js";
import type { Download } from "../../src/components/book.js";
import type { Text } from "../../src/model/run.js";
import { forensicScript } from "../collect/forensic.js";
import { readSource } from "../image/source.js";
import { buildVerifier } from "../publish/verifier.js";

export interface DownloadSource {
  /** File name under downloads/. */
  name: string;
  title: Text;
  /** The chapter whose page offers it; every chapter's page does when absent. */
  chapter?: string;
  /** The same bytes at every call, so that the digest shown is that of the file. */
  read(): Promise<Uint8Array>;
}

export const downloads: DownloadSource[] = [
  {
    name: "probe-app.tar.gz",
    title: { en: "Source of the probe application", zh: "探针应用源码" },
    read: async () => (await readSource()).archive,
  },
  {
    name: "identity-chain.sh",
    title: { en: "The identity chain's raw facts, by hand", zh: "手工收集身份链原始事实的脚本" },
    read: async () => new TextEncoder().encode(forensicScript({ namespace: "default", name: "probe" })),
  },
  {
    name: VERIFIER,
    title: { en: "Verifier for bundles and published answers", zh: "打包文件与已发布解答的验证程序" },
    read: () => buildVerifier(),
  },
];

export async function listDownloads(sources = downloads): Promise<Download[]> {
  return Promise.all(
    sources.map(async ({ name, title, chapter, read }) => {
      const bytes = await read();
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { name, title, ...(chapter && { chapter }), sha256, bytes: bytes.length };
    }),
  );
}

export async function writeDownloads(dist: string, sources = downloads): Promise<void> {
  if (sources.length === 0) return;
  await mkdir(join(dist, "downloads"), { recursive: true });
  for (const { name, read } of sources) await writeFile(join(dist, "downloads", name), await read());
}
