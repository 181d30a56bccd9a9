import type { CollectContext } from "../../data-loaders/collect/context.js";
import type { KubeApi, Transport } from "../../data-loaders/effects.js";
import { sha256Hex } from "../../src/model/hash.js";
import type { StepRecord } from "../../src/model/run.js";

/** Reads as a run does, without its journal: every reading is a record and the bytes that the chains are extracted from. */
export function plainReader(transport: Transport, kube: KubeApi): CollectContext {
  const step = (id: string, argv: string[], stdout: Uint8Array, exitCode = 0) => {
    const output = { sha256: sha256Hex(stdout), bytes: stdout.length };
    const title = { en: id, zh: id };
    const base = { id, case: "plain", kind: "chain", title, target: "vm", argv };
    const record: StepRecord = { ...base, status: "OK", exitCode, stdout: output };
    return { record, stdout };
  };
  const run = async (id: string, argv: string[], maxBytes: number) => {
    const result = await transport.run({ argv, timeoutMs: 60_000, maxBytes });
    return step(id, argv, result.stdout, result.exitCode);
  };
  return {
    api: async (id, path) => step(id, ["kubectl", "get", "--raw", path], (await kube.get(path, 30_000)).body),
    node: (id, node, argv, maxBytes) => run(id, ["docker", "exec", node, ...argv], maxBytes),
    vm: (id, argv, maxBytes) => run(id, argv, maxBytes),
  };
}
