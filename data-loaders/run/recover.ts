import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineLab, t, vm } from "../../labs/vocabulary/index.js";
import type { Step, Undo } from "../../labs/vocabulary/lab.js";
import { removePinned, withPinned } from "../environment/cluster/pinned-kubeconfig.js";
import { proveCluster } from "../environment/cluster/prove.js";
import { probeEnvironment } from "../environment/probe.js";
import { quote } from "../environment/transport/quote.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import type { Session } from "../session.js";
import { isAlive } from "./alive.js";
import type { RunContext } from "./context.js";
import { type Journal, type JournalHead, type JournalLine, journalFiles } from "./journal.js";
import { createOutputs } from "./outputs.js";
import { undoAll } from "./undo.js";
import { removeFolders } from "./vm-folders.js";

interface Unfinished {
  file: string;
  head: JournalHead;
  pending: { id: string; undo: Undo }[];
}

/**
 * Finishes the journals of runs that ended without undoing what they did. Every command does this first.
 * `retained` also finishes those that a run left open on purpose (only `lab clean` does).
 * @throws LabError exit 5 when an undo is not proven; the journal stays
 */
export async function recoverFirst(session: Session, retained: boolean): Promise<string[]> {
  const finished: string[] = [];
  for (const journal of unfinished()) {
    if (isAlive(journal.head)) continue;
    if (journal.head.retained && !retained) continue;
    const there = await elsewhere(journal.head, session);
    if (there) {
      session.log.warn(`run ${journal.head.run} ended without cleaning up ${there}`);
      continue;
    }
    session.log.warn(
      `run ${journal.head.run} ended without cleaning up: undoing ${journal.pending.map((p) => p.id).join(", ") || "nothing"} first`,
    );
    await finish(session, journal);
    finished.push(journal.head.run);
    session.log.info(
      `undone    ${journal.head.run}: the cluster and this machine are as they were before it`,
    );
  }
  return finished;
}

/**
 * Where a run was, when it was not here: its undos would act on the wrong machine or in the wrong docker, and prove there what
 * is not so where the run was.
 */
async function elsewhere(head: JournalHead, { transport }: Session): Promise<string | undefined> {
  if (head.transport !== transport.name) return `on ${head.transport}: ./lab --on ${head.transport} clean`;
  if (head.dockerHost === undefined || head.dockerHost === (await transport.resolveDocker?.()))
    return undefined;
  return `in the docker at ${head.dockerHost}: DOCKER_HOST=${quote(head.dockerHost)} ./lab clean`;
}

/** Journals on disk whose run is over or was killed, oldest first. */
export function unfinished(root = "."): Unfinished[] {
  return journalFiles(root)
    .map(read)
    .filter((journal) => journal !== undefined);
}

/**
 * Removes the journals of a cluster that does not exist any more: what their undos would take back went with it. Steps on
 * the VM itself stay to be undone, without the cluster. Returns the runs that need nothing any more.
 */
export function forgetCluster(cluster: string, transport: string, root = "."): string[] {
  return unfinished(root).flatMap(({ file, head, pending }) => {
    if (head.cluster !== cluster || head.transport !== transport || isAlive(head)) return [];
    const onVm = pending
      .map(({ id, undo }) => ({ id, undo: vmPart(undo) }))
      .filter(({ undo }) => undo.steps.length + undo.proof.length > 0);
    if (onVm.length > 0) {
      keepWithoutCluster(file, head, onVm);
      return [];
    }
    rmSync(join(root, ".labbook/scratch", head.run), { recursive: true, force: true });
    rmSync(file, { force: true });
    return [head.run];
  });
}

/** What of an undo the VM itself can do; its steps on nodes and objects went with the cluster. */
function vmPart({ title, steps, proof }: Undo): Undo {
  const isOnVm = (step: Step): boolean => (step.kind === "until" ? isOnVm(step.step) : step.kind === "vm");
  return { title, steps: steps.filter(isOnVm), proof: proof.filter(isOnVm) };
}

/** The journal as one of a run that had no cluster: finishing it must not wait for one that does not exist any more. */
function keepWithoutCluster(file: string, head: JournalHead, pending: Unfinished["pending"]): void {
  const { cluster: _gone, ...rest } = head;
  const lines: JournalLine[] = [{ head: rest }, ...pending.map((undo) => ({ undo }))];
  const partial = `${file}.partial`;
  writeFileSync(partial, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  renameSync(partial, file);
}

function read(file: string): Unfinished | undefined {
  const lines: JournalLine[] = [];
  for (const text of readFileSync(file, "utf8").split("\n")) {
    if (text === "") continue;
    try {
      lines.push(JSON.parse(text));
    } catch {
      break; // the last line of a killed process may be cut; its step had not acted yet
    }
  }
  const first = lines[0];
  if (!first || !("head" in first)) {
    rmSync(file); // killed before the first line was whole: nothing had been done
    return undefined;
  }
  const head = lines.findLast((line) => "head" in line)!.head;
  const undone = new Set(lines.flatMap((line) => ("undone" in line ? [line.undone] : [])));
  const pending = lines.flatMap((line) => ("undo" in line && !undone.has(line.undo.id) ? [line.undo] : []));
  return { file, head, pending };
}

async function finish(session: Session, { file, head, pending }: Unfinished): Promise<void> {
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
    const proven = head.cluster && (await proveCluster(session, head.cluster));
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
