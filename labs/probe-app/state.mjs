/** The state: one file of at most 4096 bytes, replaced as a whole or not at all. */
import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "./answer.mjs";

export const MAX_STATE_BYTES = 4096;
const FILE = "state";

/** Reads a request's body up to `limit` bytes; a longer one is a fault with status 413, however it is framed. */
export async function readBody(request, response, limit) {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
  const chunks = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk) => {
      length += chunk.length;
      if (length > limit) reject(tooLarge(limit));
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () =>
      reject(new Fault(400, "BODY_INCOMPLETE", "the connection ended before the body did")),
    );
  });
}

/** When it returns, the bytes are on disk under their final name: file and directory are synced. */
export async function writeState(directory, bytes) {
  await mkdir(directory, { recursive: true });
  const temporary = join(directory, `.${FILE}.${randomUUID()}`);
  try {
    await writeSynced(temporary, bytes);
    await rename(temporary, join(directory, FILE));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // the first error is the one to report
    throw error;
  }
  await syncDirectory(directory);
  return { sha256: sha256(bytes), bytes: bytes.length };
}

/** The bytes as they are on disk now, with their digest. */
export async function readState(directory) {
  // No link is followed out of the directory, and a FIFO cannot hang the request.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(directory, FILE), flags).catch((error) => {
    if (error.code !== "ENOENT") throw error;
    throw new Fault(404, "NO_STATE", "nothing has been written to /state yet");
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_STATE_BYTES) {
      throw new Fault(
        500,
        "STATE_FOREIGN",
        `expected a file of at most ${MAX_STATE_BYTES} bytes, got ${stat.size} bytes`,
      );
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_STATE_BYTES), 0, MAX_STATE_BYTES, 0);
    const bytes = buffer.subarray(0, bytesRead);
    return { bytes, sha256: sha256(bytes) };
  } finally {
    await file.close();
  }
}

async function writeSynced(path, bytes) {
  const file = await open(path, "wx", 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncDirectory(directory) {
  const handle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

function tooLarge(limit) {
  return new Fault(413, "TOO_LARGE", `expected at most ${limit} bytes`);
}
