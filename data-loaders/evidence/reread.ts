import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { runText } from "../../src/model/run-text.js";
import { verifyRun } from "../../src/model/verify/index.js";
import { hexOf } from "../image/digest.js";
import { pathsOf } from "./paths.js";

/**
 * Whether today's code reads the same observations, chains and verdicts out of the run's raw bytes as were recorded.
 * A yes is kept, by the content of the document and of the code, so that a list need not read everything again each time;
 * `lab verify` asks nothing that is kept.
 * @param code digests of today's parts of the reading code
 * @param kept folder of the answers
 */
export function readsTheSame(
  root: string,
  run: RunDocument,
  code: Record<string, string>,
  kept: string,
): boolean {
  const answer = join(kept, digestOf({ run: hexOf(runText(run)), code }));
  if (existsSync(answer)) return true;
  const { raw } = pathsOf(root, run.chapter);
  const bytes = (sha256: string) => {
    const file = join(raw, sha256);
    return /^[0-9a-f]{64}$/.test(sha256) && existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  };
  const { ok } = verifyRun({ run, raw: bytes });
  if (ok) keep(kept, answer);
  return ok;
}

/** Where nothing can be written, the next command reads everything again. */
function keep(kept: string, answer: string): void {
  try {
    mkdirSync(kept, { recursive: true });
    writeFileSync(answer, "");
  } catch (error) {
    if (!["EROFS", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
