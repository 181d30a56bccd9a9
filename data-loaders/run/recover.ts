import { rmSync } from "node:fs";
import { defineLab, t, vm } from "../../labs/vocabulary/index.js";
import { removePinned, withPinned } from "../environment/cluster/pinned-kubeconfig.js";
import { type ProvenCluster, proveCluster } from "../environment/cluster/prove.js";
import type { EnvironmentEffects } from "../environment/effects.js";
import { probeEnvironment } from "../environment/probe.js";
import { describeError, LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { isAlive } from "./alive.js";
import type { RunContext } from "./context.js";
import { elsewhere } from "./elsewhere.js";
import { whyGone, withoutCluster } from "./gone-cluster.js";
import type { Journal } from "./journal.js";
import { createOutputs } from "./outputs.js";
import { undoAll } from "./undo.js";
import { type Unfinished, unfinished } from "./unfinished.js";
import { removeFolders } from "./vm-folders.js";

/**
 * Finishes the journals of runs that ended without undoing what they did. Every command does this first.
 * `retained` also finishes those that a run left open on purpose (only `lab clean` does, and `lab down`).
 * @returns the runs whose journals are closed
 * @throws LabError exit 5 when an undo is not proven, exit 3 or 8 when the cluster cannot be reached or is not the dedicated
 *   one; those journals stay, the others are finished all the same
 */
export async function recoverFirst(session: EnvironmentEffects, retained: boolean): Promise<string[]> {
  const finished: string[] = [];
  const failures: LabError[] = [];
  for (const journal of unfinished()) {
    if (isAlive(journal.head)) continue;
    if (journal.head.retained && !retained) continue;
    try {
      if (await recovered(session, journal)) finished.push(journal.head.run);
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      failures.push(error);
    }
  }
  const [first, ...others] = failures;
  for (const other of others) session.log.warn(describeError(other));
  if (first) throw first;
  return finished;
}

/** Whether nothing of the run is left to undo; false when it was elsewhere. */
async function recovered(session: EnvironmentEffects, journal: Unfinished): Promise<boolean> {
  const { run } = journal.head;
  const there = await elsewhere(journal.head, session.transport);
  if (there) {
    session.log.warn(`run ${run} ended without cleaning up ${there}`);
    return false;
  }
  const gone = await whyGone(session, journal.head).catch((error) => {
    throw cannotBegin(journal, error);
  });
  const left = gone ? await withoutCluster(session, journal) : journal;
  if (gone) session.log.warn(`run ${run} ended without cleaning up; what it changed there is gone: ${gone}`);
  if (!left) return true;
  const ids = left.pending.map(({ id }) => id);
  session.log.warn(
    ids.length > 0
      ? `run ${run} ended without cleaning up: undoing ${ids.join(", ")} first`
      : `run ${run} ended without cleaning up, with nothing to undo; its folders are removed`,
  );
  await finish(session, left);
  if (ids.length > 0) session.log.info(`undone    ${run}: the proof of each undo holds`);
  return true;
}

/** The same error, of the run that waits for it. */
function cannotBegin({ head, file }: Unfinished, error: unknown): unknown {
  if (!(error instanceof LabError)) return error;
  return new LabError(
    error.code,
    `run ${head.run} ended without cleaning up, and cannot be undone now (journal ${file}): ${error.message}`,
    {
      exitCode: error.exitCode,
      remedy: `${error.remedy ?? "./lab doctor"}, then ./lab clean; or ./lab down, which gives up the cluster with all that was changed in it`,
      cause: error,
    },
  );
}

async function finish(session: EnvironmentEffects, unfinishedRun: Unfinished): Promise<void> {
  const { file, head, pending } = unfinishedRun;
  let open = pending;
  const journal: Journal = {
    begun: async () => {},
    declare: () => {},
    undone: (id) => {
      open = open.filter((entry) => entry.id !== id);
    },
    retain: () => {},
    close: () => {},
    pending: () => [...open],
  };
  if (pending.length > 0) {
    const proven = head.cluster ? await provenFor(session, unfinishedRun, head.cluster) : undefined;
    const context: Omit<RunContext, "cluster"> = {
      lab: recoveryLab,
      folder: "",
      runId: head.run,
      ...session,
      environment: await probeEnvironment("linux", session),
      namespace: head.namespace,
      steps: [],
      seeds: [],
      outputs: createOutputs(),
      journal,
      running: new Map(),
      given: new Map(),
      signal: new AbortController().signal,
    };
    if (proven) await withPinned(session, proven, (cluster) => undoAll({ ...context, cluster }));
    else await undoAll(context);
  }
  if (open.length > 0) {
    throw new LabError(
      "undo-not-proven",
      `run ${head.run} could not be undone: ${open.map((entry) => entry.id).join(", ")} (journal ${file})`,
      {
        exitCode: exit.leftovers,
        remedy: "see to it that the cluster answers (./lab doctor), then ./lab clean",
      },
    );
  }
  await removeFolders(session.transport, head.run);
  if (head.pinned) await removePinned(session, head.pinned);
  rmSync(file, { force: true });
}

async function provenFor(
  session: EnvironmentEffects,
  journal: Unfinished,
  cluster: string,
): Promise<ProvenCluster> {
  try {
    return await proveCluster(session, cluster);
  } catch (error) {
    throw cannotBegin(journal, error);
  }
}

/** Undos bring all their steps with them; of the lab only its name is needed. */
const recoveryLab = defineLab({
  id: "c00",
  title: t("Recovery", "恢复"),
  question: t("Is everything as it was?", "一切是否恢复原状？"),
  environment: "linux",
  needs: [],
  predictions: [],
  cases: [
    { id: "none", kind: "normal", title: t("None", "无"), steps: [vm("none", t("None", "无"), ["true"])] },
  ],
});
