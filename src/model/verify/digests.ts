import { sha256Hex } from "../hash.js";
import type { Raw } from "../observe.js";
import type { Output, RunDocument } from "../run.js";
import type { Check } from "./types.js";

/** Every output that a step names is there, as long as it says, and has its digest. */
export function digestChecks(run: RunDocument, raw: Raw): Check {
  const cited = new Map<string, { output: Output; by: string[] }>();
  for (const step of [...run.steps, ...run.cleanup.steps]) {
    for (const stream of ["stdin", "stdout", "stderr"] as const) {
      const output = step[stream];
      if (!output) continue;
      // every length that is recorded of the same bytes is checked, not only the first
      const key = `${output.sha256} ${output.bytes}`;
      const entry = cited.get(key) ?? { output, by: [] };
      entry.by.push(`${step.id}.${stream}`);
      cited.set(key, entry);
    }
  }
  const faults = [...cited.values()].flatMap(({ output, by }) => {
    const fault = faultOf(output, raw(output.sha256));
    return fault ? [`raw/${output.sha256.slice(0, 12)}… of ${by.join(", ")} ${fault}`] : [];
  });
  return faults.length === 0
    ? { id: "digests", ok: true, detail: `${cited.size} raw outputs have their digests and lengths` }
    : { id: "digests", ok: false, detail: faults.join("; "), where: faults };
}

function faultOf(output: Output, bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return "is missing";
  const digest = sha256Hex(bytes);
  if (digest === output.sha256) {
    return bytes.length === output.bytes
      ? undefined
      : `is ${bytes.length} bytes long, recorded are ${output.bytes}`;
  }
  const converted = convertedLineEndings(bytes, output.sha256);
  return (
    converted ?? `has the digest ${digest.slice(0, 12)}…: at least one of its ${bytes.length} bytes changed`
  );
}

/** A checkout that converts line endings changes every byte offset; it can be told, and undone. */
function convertedLineEndings(bytes: Uint8Array, expected: string): string | undefined {
  const text = new TextDecoder("latin1").decode(bytes);
  const toBytes = (changed: string) => Uint8Array.from(changed, (c) => LATIN1.get(c) ?? c.charCodeAt(0));
  if (sha256Hex(toBytes(text.replaceAll("\r\n", "\n"))) === expected) {
    return "had its line endings converted from LF to CRLF; check it out again without core.autocrlf";
  }
  if (sha256Hex(toBytes(text.replace(/(?<!\r)\n/g, "\r\n"))) === expected) {
    return "had its line endings converted from CRLF to LF; check it out again without core.autocrlf";
  }
  return undefined;
}

/** TextDecoder's latin1 is windows-1252: its 27 other characters lead back to their bytes. */
const LATIN1 = new Map(
  Array.from(
    { length: 32 },
    (_, i) => [new TextDecoder("latin1").decode(Uint8Array.of(0x80 + i)), 0x80 + i] as const,
  ),
);
