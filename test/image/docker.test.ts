/** Builds from a real docker's base image. Where docker or the base is missing it is NOT_RUN, and says why. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CommandRequest, CommandResult, Transport } from "../../data-loaders/effects.js";
import { DEFAULT_BASE } from "../../data-loaders/image/base.js";
import { buildProbeImage } from "../../data-loaders/image/build.js";

const BASE = process.env.LABBOOK_BASE_IMAGE ?? DEFAULT_BASE;

test("the same source and base give the same image twice", async (context) => {
  const known = await run({ argv: ["docker", "image", "inspect", BASE], timeoutMs: 20_000 });
  if (known.exitCode !== 0) {
    const reason = known.notStarted?.message ?? new TextDecoder().decode(known.stderr).trim();
    context.skip(`NOT_RUN: docker with the base image ${BASE} is needed: ${reason}`);
  }
  const dir = await mkdtemp(join(tmpdir(), "image-"));
  try {
    const effects = { transport: { name: "local", run } as Transport };
    const build = (name: string) =>
      buildProbeImage(effects, { cacheDirectory: join(dir, name), epochSeconds: 0 });
    const [first, second] = [await build("a"), await build("b")];
    expect({ ...second, archivePath: "" }).toEqual({ ...first, archivePath: "" });
    expect(first.layers.every((layer) => layer.digest === layer.diffId)).toBe(true);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}, 300_000);

function run({ argv, stdin }: CommandRequest): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(argv[0]!, argv.slice(1));
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk) => stdout.push(chunk));
    child.stderr.on("data", (chunk) => stderr.push(chunk));
    child.stdin.on("error", () => {}); // the command may end before it has read its input; its exit code tells
    child.stdin.end(stdin);
    const finish = (more: Partial<CommandResult>) => {
      const [out, err] = [Buffer.concat(stdout), Buffer.concat(stderr)];
      const sizes = { stdoutBytes: out.length, stderrBytes: err.length };
      resolve({
        argv,
        startedAt: "",
        durationMs: 0,
        timedOut: false,
        stdout: out,
        stderr: err,
        ...sizes,
        ...more,
      });
    };
    child.on("error", ({ message }) => finish({ notStarted: { code: "ENOENT", message } }));
    child.on("close", (exitCode) => finish({ exitCode: exitCode ?? undefined }));
  });
}
