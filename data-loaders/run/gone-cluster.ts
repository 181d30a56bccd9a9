import { renameSync, rmSync, writeFileSync } from "node:fs";
import type { Step, Undo } from "../../labs/vocabulary/lab.js";
import type { Log, Transport } from "../effects.js";
import { kindContainers } from "../environment/cluster/containers.js";
import { removePinned } from "../environment/cluster/pinned-kubeconfig.js";
import { systemNamespaceInside } from "../environment/cluster/system-namespace.js";
import { isAlive } from "./alive.js";
import { elsewhere } from "./elsewhere.js";
import type { JournalHead, JournalLine } from "./journal.js";
import { type Unfinished, unfinished } from "./unfinished.js";
import { removeFolders } from "./vm-folders.js";

interface Effects {
  transport: Transport;
  log: Log;
}

/**
 * Why the cluster that a run changed does not exist any more, as docker and the node itself tell it; undefined when it does, when
 * nothing tells, and for a run without a cluster. A name alone proves nothing: a cluster that was made again has it, too.
 * @throws MissingError when docker or the API server does not answer
 */
export async function whyGone(
  { transport }: Pick<Effects, "transport">,
  { cluster, clusterUid }: Pick<JournalHead, "cluster" | "clusterUid">,
): Promise<string | undefined> {
  if (cluster === undefined) return undefined;
  const containers = await kindContainers(transport, cluster);
  if (containers.length === 0) return `the cluster ${cluster} does not exist any more`;
  const controlPlane = containers.find((one) => one.role === "control-plane" && one.state === "running");
  if (clusterUid === undefined || !controlPlane) return undefined;
  const uid = await systemNamespaceInside(transport, controlPlane);
  if (uid === clusterUid) return undefined;
  return `the cluster ${cluster} that it changed (kube-system ${clusterUid}) does not exist any more; today's has its name only (kube-system ${uid})`;
}

/**
 * Closes the journals of runs on a cluster that does not exist any more: what their undos would take back went with it. Steps
 * on the VM itself stay to be undone, without the cluster. Returns the runs that need nothing any more.
 */
export async function forgetCluster(effects: Effects, cluster: string, root = "."): Promise<string[]> {
  const closed: string[] = [];
  for (const journal of unfinished(root)) {
    if (journal.head.cluster !== cluster || isAlive(journal.head)) continue;
    if (await elsewhere(journal.head, effects.transport)) continue;
    if (!(await withoutCluster(effects, journal))) closed.push(journal.head.run);
  }
  return closed;
}

/**
 * The journal as one of a run that had no cluster, with what is left to undo on the VM; undefined when nothing is left, and the
 * journal closed.
 */
export async function withoutCluster(
  effects: Effects,
  { file, head, pending }: Unfinished,
): Promise<Unfinished | undefined> {
  const { cluster: _gone, clusterUid: _its, pinned, ...rest } = head;
  // its keys lead nowhere any more
  if (pinned) await removePinned(effects, pinned);
  const onVm = pending
    .map(({ id, undo }) => ({ id, undo: vmPart(undo) }))
    .filter(({ undo }) => undo.steps.length + undo.proof.length > 0);
  if (onVm.length === 0) {
    await removeFolders(effects.transport, head.run);
    rmSync(file, { force: true });
    return undefined;
  }
  const lines: JournalLine[] = [{ head: rest }, ...onVm.map((undo) => ({ undo }))];
  const partial = `${file}.partial`;
  writeFileSync(partial, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  renameSync(partial, file);
  return { file, head: rest, pending: onVm };
}

/** What of an undo the VM itself can do; its steps on nodes and objects went with the cluster. */
function vmPart({ title, steps, proof }: Undo): Undo {
  const isOnVm = (step: Step): boolean => (step.kind === "until" ? isOnVm(step.step) : step.kind === "vm");
  return { title, steps: steps.filter(isOnVm), proof: proof.filter(isOnVm) };
}
