import type { Step } from "../../../labs/vocabulary/lab.js";

/** Why output that says how it looks when it is complete is not; undefined when it is complete. In one sentence. */
export function incompleteness(complete: Step["complete"], stdout: Uint8Array): string | undefined {
  if (!complete) return undefined;
  const text = new TextDecoder().decode(stdout);
  if (complete.json) {
    try {
      JSON.parse(text);
    } catch (error) {
      return `transport ended early: the output is not whole JSON (${(error as Error).message}), ${stdout.length} bytes are kept`;
    }
  }
  if (complete.endsWith && !text.trimEnd().endsWith(complete.endsWith)) {
    return `transport ended early: the output does not end with ${JSON.stringify(complete.endsWith)}, ${stdout.length} bytes are kept`;
  }
  if (complete.matches && !new RegExp(complete.matches, "m").test(text)) {
    return `the output is not what the step waits for: it does not match /${complete.matches}/ (${stdout.length} bytes are kept)`;
  }
  return undefined;
}
