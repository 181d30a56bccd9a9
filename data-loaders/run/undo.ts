import type { Step, Undo } from "../../labs/vocabulary/lab.js";
import type { StepRecord } from "../../src/model/run.js";
import type { RunContext } from "./context.js";
import { execute } from "./execute/index.js";

/** Takes every declared undo, the last declared first. An undo counts only when its proof held. */
export async function undoAll(run: RunContext): Promise<StepRecord[]> {
  const records: StepRecord[] = [];
  for (const { id, undo } of run.journal.pending().reverse()) {
    run.log.info(`undo      ${id}: ${undo.title.en}`);
    const taken = await undoOne(run, undo);
    records.push(...taken.records);
    if (taken.proven) run.journal.undone(id);
    else
      run.log.warn(
        `the undo of ${id} is not proven: ${taken.records.at(-1)?.reason ?? "no reason recorded"}`,
      );
  }
  return records;
}

async function undoOne(run: RunContext, undo: Undo): Promise<{ records: StepRecord[]; proven: boolean }> {
  // an undo goes on after Ctrl-C: it must not be stopped by the signal that made it necessary
  const patient: RunContext = { ...run, signal: new AbortController().signal };
  const records: StepRecord[] = [];
  for (const step of undo.steps) records.push(await execute({ run: patient, step, case: "cleanup" }));
  for (const step of undo.proof) {
    const record = await proven(patient, step);
    records.push(record);
    if (record.status !== "OK") return { records, proven: false };
  }
  return { records, proven: true };
}

/** Repeats a proof until it holds or its timeout is over. */
async function proven(run: RunContext, step: Step): Promise<StepRecord> {
  const end = run.clock.monotonic() + step.timeoutSeconds * 1000;
  for (let tries = 1; ; tries++) {
    const record = { ...disproved(run, step, await execute({ run, step, case: "cleanup" })), tries };
    if (record.status === "OK" || run.clock.monotonic() > end) return record;
    await run.clock.sleep(1000);
  }
}

/** kubectl ends with 1 for an object that is gone and for a server that does not answer: only the first is a proof. */
function disproved(run: RunContext, step: Step, record: StepRecord): StepRecord {
  if (step.kind !== "kubectl" || record.status !== "OK" || record.exitCode === 0) return record;
  const stderr = record.stderr && run.outputs.read(record.stderr.sha256);
  const said = new TextDecoder().decode(stderr).trim();
  if (/\(NotFound\)/.test(said)) return record;
  return { ...record, status: "FAILED", reason: `kubectl does not say that it is gone: ${said}` };
}
