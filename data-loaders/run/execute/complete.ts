import type { Step } from "../../../labs/vocabulary/lab.js";

/** What is missing from output that knows how it looks when it is complete; undefined when nothing is. */
export function incompleteness(complete: Step["complete"], stdout: Uint8Array): string | undefined {
  if (!complete) return undefined;
  const text = new TextDecoder().decode(stdout);
  if (complete.json) {
    try {
      JSON.parse(text);
    } catch (error) {
      return `the output is not whole JSON (${(error as Error).message}), ${stdout.length} bytes are kept`;
    }
  }
  if (complete.endsWith && !text.trimEnd().endsWith(complete.endsWith)) {
    return `the output does not end with ${JSON.stringify(complete.endsWith)}, ${stdout.length} bytes are kept`;
  }
  if (complete.matches && !new RegExp(complete.matches, "m").test(text)) {
    return `the output does not match /${complete.matches}/, ${stdout.length} bytes are kept`;
  }
  return undefined;
}
