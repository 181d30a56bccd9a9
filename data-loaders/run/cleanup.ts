import { placeholders } from "../../labs/vocabulary/placeholders.js";
import { allSteps } from "../../labs/vocabulary/walk.js";
import type { CleanupRecord, InventoryItem } from "../../src/model/run.js";
import { stopAll } from "./background.js";
import type { RunContext } from "./context.js";
import { inventory, leftovers, lost } from "./inventory.js";
import { takeStep } from "./run-case.js";
import { undoAll } from "./undo.js";
import { removeFolders } from "./vm-folders.js";

/** Always runs, last things first: ends what runs, the lab's own cleanup, every declared undo, then looks again. */
export async function cleanUp(run: RunContext, before: InventoryItem[]): Promise<CleanupRecord> {
  await stopAll(run);
  const patient: RunContext = { ...run, signal: new AbortController().signal };
  const own = [];
  for (const step of run.lab.cleanup) own.push(await takeStep(patient, step, "cleanup"));
  const undone = await undoAll(run);
  const folders = await removeFolders(run.transport, run.runId).then(
    () => [],
    (error: Error) => [{ kind: "folders not removed", name: `${run.runId}: ${error.message}` }],
  );
  const { after, left } = await settle(run, before);
  // an undo whose proof did not hold is something left behind, whatever the inventory sees
  left.push(...folders, ...run.journal.pending().map(({ id }) => ({ kind: "undo not proven", name: id })));
  return { steps: [...own, ...undone], before, after, leftovers: left };
}

/** What takes a moment to go (a sandbox, a mount) is no leftover: the audit looks again for half a minute. */
async function settle(
  run: RunContext,
  before: InventoryItem[],
): Promise<{ after: InventoryItem[]; left: InventoryItem[] }> {
  const end = run.clock.monotonic() + 30_000;
  for (;;) {
    const after = await inventory(scopeOf(run));
    const left = [
      ...leftovers(before, after),
      ...lost(before, after).map((item) => ({ kind: `lost ${item.kind}`, name: item.name })),
    ];
    if (left.length === 0 || run.clock.monotonic() > end) return { after, left };
    await run.clock.sleep(1500);
  }
}

export function scopeOf(run: RunContext) {
  const steps = allSteps(run.lab).map(({ step }) => step);
  return {
    transport: run.transport,
    ...(run.cluster && { cluster: run.cluster }),
    exclusive: run.lab.exclusive,
    namespace: run.namespace,
    runId: run.runId,
    background: steps.some(({ kind }) => kind === "background"),
    // a container gets the run's label from the step that starts a registry, or from a command that is told the run's ID
    containers: steps.some((step) => step.kind === "registry" || placeholders(step).includes("run")),
  };
}
