import type { RunDocument } from "../run.js";
import { runText } from "../run-text.js";
import { parseRun } from "../schema.js";
import type { Check } from "./types.js";

/** The stored bytes of a run document as a run; or the checks that say why they are none. */
export function readDocument(bytes: Uint8Array): { run: RunDocument; checks: Check[] } | { checks: Check[] } {
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    json = JSON.parse(text);
  } catch (error) {
    return { checks: [fault("document", `is not JSON in UTF-8: ${(error as Error).message}`)] };
  }
  const parsed = parseRun(json);
  if (!parsed.run) {
    const faults = parsed.faults.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    return {
      checks: [{ ...fault("schema", faults.join("; ")), where: parsed.faults.map(({ path }) => path) }],
    };
  }
  return {
    run: parsed.run,
    checks: [spelling(parsed.run, text), { id: "schema", ok: true, detail: parsed.run.schema }],
  };
}

/** Beside its meaning every byte counts: a document has one spelling only. */
function spelling(run: RunDocument, text: string): Check {
  const expected = runText(run);
  if (text === expected)
    return { id: "document", ok: true, detail: `${text.length} characters, as they were written` };
  if (text.replaceAll("\r\n", "\n") === expected)
    return fault(
      "document",
      "had its line endings converted from LF to CRLF; check it out again without core.autocrlf",
    );
  let at = 0;
  while (text[at] === expected[at]) at++;
  return fault(
    "document",
    `is not spelled as it was written, from character ${at} on: ${JSON.stringify(text.slice(at, at + 40))}`,
  );
}

function fault(id: Check["id"], detail: string): Check {
  return { id, ok: false, detail: `the run document ${detail}` };
}
