import type { StepRecord } from "../../src/model/run.js";

/** The reason with which a run's signal is aborted when `lab run --timeout` is over. */
export class TimeLimit extends Error {
  constructor(readonly seconds: number) {
    super(`the time limit of the whole run, ${seconds} s, was reached`);
  }
}

/** Why a run was stopped, in one sentence; undefined while it was not. */
export function whyStopped(signal: AbortSignal): string | undefined {
  if (!signal.aborted) return undefined;
  return signal.reason instanceof Error ? signal.reason.message : "interrupted";
}

/**
 * The record of a step that ended while the run was being stopped. Its command was ended by that, not by itself, so the
 * record says so; what it printed until then stays.
 */
export function stoppedRecord(record: StepRecord, signal: AbortSignal): StepRecord {
  const reason = whyStopped(signal);
  if (reason === undefined || record.status === "OK") return record;
  return signal.reason instanceof TimeLimit
    ? { ...record, status: "TIMED_OUT", timedOut: true, reason }
    : { ...record, status: "FAILED", reason };
}
