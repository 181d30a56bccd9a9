import { parseDocument } from "yaml";

/** Longest answer file, in bytes. */
const LIMIT = 2 ** 20;

/** An answer file as plain data, or why it is none. YAML 1.2 without aliases, so that a small file cannot mean a large one. */
export function readAnswer(
  bytes: Uint8Array,
): { json: unknown; fault?: undefined } | { json?: undefined; fault: string } {
  if (bytes.length > LIMIT) return { fault: `expected at most ${LIMIT} bytes, got ${bytes.length}` };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      uniqueKeys: true,
      logLevel: "error",
    });
    const [error] = [...document.errors, ...document.warnings];
    if (error) return { fault: error.message };
    return { json: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
