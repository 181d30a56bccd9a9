import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunDocument } from "../../src/model/run.js";
import { verifyRun } from "../../src/model/verify/index.js";
import { pathsOf } from "./paths.js";

/** Whether today's code reads the same observations, chains and verdicts out of the run's raw bytes as were recorded. */
export function readsTheSame(root: string, run: RunDocument): boolean {
  const { raw } = pathsOf(root, run.chapter);
  const bytes = (sha256: string) => {
    const file = join(raw, sha256);
    return /^[0-9a-f]{64}$/.test(sha256) && existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  };
  return verifyRun({ run, raw: bytes }).ok;
}
