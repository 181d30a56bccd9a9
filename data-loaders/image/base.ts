import { dockerLoginNames } from "../environment/transport/child-environment.js";
import { mustRun } from "./command.js";
import { type ImageEffects, ImageFault } from "./types.js";

/**
 * The base image unless LABBOOK_BASE_IMAGE names another: Node.js 20 on Alpine, pinned by the digest of its index.
 * The index lists one manifest for each architecture and docker takes the VM's own, so the probe image's digests are
 * the same on any two machines of one architecture, and differ between, say, amd64 and arm64.
 */
export const DEFAULT_BASE =
  "docker.io/library/node:20-alpine@sha256:fb4cd12c85ee03686f6af5362a0b0d56d50c58a04632e6c0fb8363f609372293";

export interface LocalBase {
  ref: string;
  /** `Id` as `docker image inspect` tells it: names these bytes in this docker, whatever its image store. */
  localId: string;
}

export const REMEDY =
  "Or name an image that this docker has, with Node.js 20 or newer in it: LABBOOK_BASE_IMAGE=<image>";
const MINUTE = 60_000;

/** Finds the base image in the VM's docker, pulling it when it is absent. */
export async function findBase(effects: ImageEffects, ref: string): Promise<LocalBase> {
  const local = await inspect(effects, ref);
  if (local) return { ref, localId: local };
  await mustRun(
    effects,
    { argv: ["docker", "pull", "--quiet", ref], timeoutMs: 10 * MINUTE, inherits: dockerLoginNames },
    { code: "BASE_UNAVAILABLE", what: "the base image is not here and could not be pulled", remedy: REMEDY },
  );
  const pulled = await inspect(effects, ref);
  if (pulled) return { ref, localId: pulled };
  throw new ImageFault("BASE_UNAVAILABLE", `docker pulled ${ref} and still does not know it\n${REMEDY}`);
}

/** The base image as `docker save` writes it: one tar, in docker's own layout or the OCI layout. */
export async function saveBase(effects: ImageEffects, base: LocalBase): Promise<Uint8Array> {
  const argv = ["docker", "save", base.localId];
  const fault = {
    code: "BASE_UNAVAILABLE",
    what: `docker could not save ${base.ref}`,
    remedy: REMEDY,
  } as const;
  const result = await mustRun(effects, { argv, timeoutMs: 10 * MINUTE, maxBytes: 2 ** 31 - 1 }, fault);
  if (result.stdout.length === result.stdoutBytes && !result.transportEndedEarly) return result.stdout;
  throw new ImageFault(
    "BASE_CORRUPT",
    `the saved base image did not arrive whole: expected ${result.stdoutBytes} bytes, got ${result.stdout.length}\n${REMEDY}`,
  );
}

async function inspect(effects: ImageEffects, ref: string): Promise<string | undefined> {
  const argv = ["docker", "image", "inspect", "--format", "{{.Id}}", ref];
  const result = await effects.transport.run({ argv, timeoutMs: MINUTE });
  const stderr = new TextDecoder().decode(result.stderr);
  if (result.exitCode !== 0 && /no such image/i.test(stderr)) return undefined;
  if (result.exitCode !== 0) {
    const silent = result.notStarted || /cannot connect|is the docker daemon running/i.test(stderr);
    const got = result.notStarted?.message ?? (result.timedOut ? "no answer in time" : stderr.trim());
    throw new ImageFault(
      silent || result.timedOut ? "DOCKER_MISSING" : "BASE_UNAVAILABLE",
      `${silent ? "docker does not answer on the VM" : "docker cannot look up the base image"}\n` +
        `  ${argv.join(" ")}\nexpected an image ID, got ${got}\n${silent ? "Start docker there, or install it." : REMEDY}`,
    );
  }
  const id = new TextDecoder().decode(result.stdout).trim();
  if (/^sha256:[0-9a-f]{64}$/.test(id)) return id;
  throw new ImageFault(
    "BASE_UNAVAILABLE",
    `${argv.join(" ")}: expected sha256:<64 hex digits>, got ${JSON.stringify(id)}`,
  );
}
