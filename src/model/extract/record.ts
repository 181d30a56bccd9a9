import type { StepRecord } from "../run.js";
import type { Extract, Extracted } from "./types.js";

/** A field of the step's own record: its exit code, its duration in milliseconds, its status or its signal. */
export function extractRecord(how: Extract & { kind: "record" }, record: StepRecord): Extracted {
  const value = record[how.field];
  if (value === undefined) return { missing: `the step has no ${how.field}` };
  return { value, source: { pointer: how.field } };
}
