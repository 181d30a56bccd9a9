import { textOf } from "./bytes.js";
import type { Extract, Extracted } from "./types.js";

/** How many lines match the pattern; zero is a count, not a missing value. */
export function extractLines(how: Extract & { kind: "lines" }, bytes: Uint8Array): Extracted {
  const pattern = new RegExp(how.pattern);
  const lines = textOf(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return {
    value: lines.filter((line) => pattern.test(line)).length,
    source: { pointer: `lines matching ${how.pattern}` },
  };
}
