/** Builds from a real docker's base image. Where docker or the base is missing it is NOT_RUN, and says why. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localTransport } from "../../data-loaders/environment/transport/local.js";
import { DEFAULT_BASE } from "../../data-loaders/image/base.js";
import { buildProbeImage } from "../../data-loaders/image/build.js";

const transport = localTransport();
const BASE = process.env.LABBOOK_BASE_IMAGE ?? DEFAULT_BASE;

test("the same source and base give the same image twice", async (context) => {
  const known = await transport.run({ argv: ["docker", "image", "inspect", BASE], timeoutMs: 20_000 });
  if (known.exitCode !== 0) {
    const reason = known.notStarted?.message ?? new TextDecoder().decode(known.stderr).trim();
    context.skip(`NOT_RUN: docker with the base image ${BASE} is needed: ${reason}`);
  }
  const dir = await mkdtemp(join(tmpdir(), "image-"));
  try {
    const build = (name: string) =>
      buildProbeImage({ transport }, { cacheDirectory: join(dir, name), epochSeconds: 0 });
    const [first, second] = [await build("a"), await build("b")];
    expect({ ...second, archivePath: "" }).toEqual({ ...first, archivePath: "" });
    expect(first.layers.every((layer) => layer.digest === layer.diffId)).toBe(true);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}, 300_000);
