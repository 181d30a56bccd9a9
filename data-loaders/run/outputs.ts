import { sha256Hex } from "../../src/model/hash.js";
import type { Output, StepRecord } from "../../src/model/run.js";
import { createRedactor } from "../evidence/redact.js";

/**
 * The raw outputs of a run, kept in memory until it lands: a secret may be recognised only by a later output,
 * and must not reach the disk before.
 */
export interface Outputs {
  /** Keeps bytes and names them by their digest. */
  keep(bytes: Uint8Array, fullLength?: number): Output;
  read(sha256: string): Uint8Array | undefined;
  /** Masks what the named rules find in everything kept; digests in the records follow. */
  redact(records: StepRecord[]): void;
  all(): Map<string, Uint8Array>;
}

export function createOutputs(): Outputs {
  let kept = new Map<string, Uint8Array>();
  return {
    keep(bytes, fullLength = bytes.length) {
      const sha256 = sha256Hex(bytes);
      kept.set(sha256, bytes);
      return { sha256, bytes: bytes.length, ...(fullLength > bytes.length && { truncatedFrom: fullLength }) };
    },
    read: (sha256) => kept.get(sha256),
    redact(records) {
      const redactor = createRedactor();
      for (const bytes of kept.values()) redactor.learn(bytes);
      for (const record of records) redactor.learnArgv(record.argv);
      const masked = new Map<string, Uint8Array>();
      for (const record of records) {
        for (const stream of ["stdin", "stdout", "stderr"] as const) {
          const output = record[stream];
          const bytes = output && kept.get(output.sha256);
          if (!output || !bytes) continue;
          const { bytes: safe, redactions } = redactor.redact(bytes, {
            cutOff: output.truncatedFrom !== undefined,
          });
          const sha256 = sha256Hex(safe);
          masked.set(sha256, safe);
          const found = Object.keys(redactions).length > 0 && { redactions };
          record[stream] = { ...output, sha256, bytes: safe.length, ...found };
        }
        record.argv = redactor.redactArgv(record.argv);
        if (record.reason) record.reason = redactor.redactText(record.reason);
      }
      kept = masked;
    },
    all: () => kept,
  };
}
