import type { Case } from "../../labs/vocabulary/lab.js";
import type { StepRecord } from "../../src/model/run.js";

/**
 * Which step of the sheet comes next, as `5/40`. Readings that a chain records below one step, and what the engine does
 * before the first case, are no steps of the sheet.
 */
export function countSteps(cases: readonly Case[], records: readonly StepRecord[]): string {
  const ids = cases.flatMap(({ steps }) => steps.map(({ id }) => id));
  const recorded = new Set(records.map(({ id }) => id));
  return `${ids.filter((id) => recorded.has(id)).length + 1}/${ids.length}`;
}
