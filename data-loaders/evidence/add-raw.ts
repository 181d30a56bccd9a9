import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "../../src/model/hash.js";
import { outputsOf } from "../../src/model/outputs.js";
import type { RunDocument } from "../../src/model/run.js";
import { replaceWhole, syncFolder } from "./write-whole.js";

/**
 * Adds every output that the run refers to, under its digest. What is there already is kept when its bytes are right.
 * @throws when an output is missing, or its digest or length is not what the run says: an internal error
 */
export async function addRaw(folder: string, run: RunDocument, raw: Map<string, Uint8Array>): Promise<void> {
  const lacking = new Map<string, Uint8Array>();
  for (const { sha256, bytes: length } of outputsOf(run)) {
    const file = join(folder, sha256);
    const stored = existsSync(file) ? new Uint8Array(await readFile(file)) : undefined;
    const isStored = stored !== undefined && sha256Hex(stored) === sha256;
    const bytes = raw.get(sha256) ?? (isStored ? stored : undefined);
    if (!bytes) throw new Error(`run ${run.id} names the output ${sha256}, which it did not keep`);
    if (bytes.length !== length || sha256Hex(bytes) !== sha256)
      throw new Error(
        `run ${run.id}: expected ${length} bytes with the digest ${sha256}, got ${bytes.length} bytes`,
      );
    if (!isStored) lacking.set(file, bytes);
  }
  // all files first, then their folder once: one sync after the other would cost more than the run's commands
  await Promise.all([...lacking].map(([file, bytes]) => replaceWhole(file, bytes)));
  await syncFolder(folder);
}

/** Every digest that a run's steps, those of its cleanup included, refer to. */
export function referenced(run: Pick<RunDocument, "steps" | "cleanup">): Set<string> {
  return new Set(outputsOf(run).map(({ sha256 }) => sha256));
}
