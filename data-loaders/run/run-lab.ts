import type { Lab } from "../../labs/vocabulary/lab.js";
import { placeholders } from "../../labs/vocabulary/placeholders.js";
import { allSteps } from "../../labs/vocabulary/walk.js";
import { isSuperseded } from "../../src/model/chain/superseded.js";
import { observe } from "../../src/model/observe.js";
import { judge } from "../../src/model/predictions/judge.js";
import {
  type CleanupRecord,
  type Environment,
  type InventoryItem,
  type RunDocument,
  type RunStatus,
  SCHEMA,
} from "../../src/model/run.js";
import type { Clock, Log, Transport } from "../effects.js";
import type { PinnedCluster } from "../environment/cluster/pinned-kubeconfig.js";
import { MissingError } from "../errors.js";
import { thisProcess } from "../process-identity.js";
import { stopAll } from "./background.js";
import { missingOf } from "./capabilities.js";
import { cleanUp, scopeOf } from "./cleanup.js";
import type { RunContext } from "./context.js";
import { labDigests } from "./digests.js";
import { inventory } from "./inventory.js";
import { type Journal, type JournalHead, openJournal } from "./journal.js";
import { namespaceStep } from "./namespace.js";
import { createOutputs } from "./outputs.js";
import { notTaken, runCase, takeStep } from "./run-case.js";
import { newRunId } from "./run-id.js";
import { whyStopped } from "./stopped.js";
import { ownTurn } from "./turn.js";
import { makeFolders } from "./vm-folders.js";

export interface RunRequest {
  lab: Lab;
  folder: string;
  environment: Environment;
  cluster?: PinnedCluster;
  transport: Transport;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** Leave the lab's objects where they are and the journal open. */
  retain?: boolean;
  /** Chapters whose runs it met on the way, asked at its end; absent when nothing else can run beside it. */
  beside?: () => string[];
}

export interface RunResult {
  run: RunDocument;
  raw: Map<string, Uint8Array>;
  /** What broke inside labbook while the cases ran. The run holds all that was seen until then; the caller throws this. */
  fault?: unknown;
}

/** One run of one lab: seal, look, act, clean up, read, judge. Nothing is written but the journal. */
export async function runLab(request: RunRequest): Promise<RunResult> {
  const { lab, folder, environment, clock } = request;
  const missing = missingOf(lab.needs, environment);
  const announce = () => announced(request);
  const { head, journal } = missing ? announce() : await ownTurn(announce, request);
  const { run: runId, namespace, startedAt } = head;
  const context = {
    runId,
    namespace,
    steps: [],
    seeds: [],
    outputs: createOutputs(),
    running: new Map(),
    given: new Map(),
  };
  const run: RunContext = { ...request, ...context, journal };
  const beforehand = [
    labDigests(lab, folder),
    missing ? [] : inventory(scopeOf(run)),
    journal.begun(),
  ] as const;
  const [digests, before] = await Promise.all(beforehand).catch(async (error) => {
    await Promise.allSettled(beforehand);
    journal.close();
    throw error;
  });
  const sealedAt = clock.now().toISOString();
  let cleanup: CleanupRecord = { steps: [], before: [], after: [], leftovers: [] };
  let fault: unknown;
  if (missing) {
    for (const c of lab.cases)
      for (const step of c.steps) run.steps.push(notTaken(run, step, c.id, "NOT_RUN", missing));
  } else if (!request.signal.aborted) {
    ({ cleanup, fault } = await act(run, before, request.retain ?? false));
  }
  // what follows only reads; another command may begin as soon as the journal is gone
  const endedAt = clock.now().toISOString();
  journal.close();
  const records = [...run.steps, ...cleanup.steps];
  run.outputs.redact(records);
  const seen = observe(
    { steps: run.steps, recipes: lab.observations, timelineSpecs: lab.timelines, chains: run.seeds },
    run.outputs.read,
  );
  const [status, statusReason] = statusOf(run, missing, fault);
  const beside = request.beside?.() ?? [];
  return {
    raw: run.outputs.all(),
    ...(fault !== undefined && { fault }),
    run: {
      schema: SCHEMA,
      id: runId,
      chapter: lab.id,
      ...digests,
      sealedAt,
      startedAt,
      endedAt,
      status,
      ...(statusReason && { statusReason }),
      exclusive: beside.length === 0,
      ...(beside.length > 0 && { beside }),
      environment,
      predictions: lab.predictions,
      steps: run.steps,
      recipes: lab.observations,
      timelineSpecs: lab.timelines,
      ...seen,
      verdicts: judge(lab.predictions, { ...seen, steps: run.steps, environment }),
      cleanup,
    },
  };
}

/** The journal on disk says that the run is there, and how to undo what it will do. */
function announced({ lab, cluster, transport, clock }: RunRequest): { head: JournalHead; journal: Journal } {
  const startedAt = clock.now();
  const head = {
    run: newRunId(lab.id, startedAt),
    chapter: lab.id,
    ...thisProcess(),
    startedAt: startedAt.toISOString(),
    ...(cluster && { cluster: cluster.name, clusterUid: cluster.uid, pinned: cluster.pinned }),
    ...(lab.exclusive && { exclusive: true as const }),
    transport: transport.name,
    ...(transport.dockerHost && { dockerHost: transport.dockerHost }),
    namespace: `labbook-${lab.id}`,
  };
  return { head, journal: openJournal(head) };
}

interface Acted {
  cleanup: CleanupRecord;
  fault: unknown;
}

/** The part that touches the environment. Whatever happens in it, cleanup runs, and what was seen is kept. */
async function act(run: RunContext, before: InventoryItem[], retain: boolean): Promise<Acted> {
  let fault: unknown;
  try {
    const blocked = await setUp(run);
    for (const c of run.lab.cases) {
      if (blocked) for (const step of c.steps) run.steps.push(notTaken(run, step, c.id, "BLOCKED", blocked));
      else await runCase(run, c);
    }
  } catch (error) {
    fault = error;
  }
  if (retain) {
    run.log.warn(`retained: \`lab clean\` undoes what ${run.runId} left`);
    await stopAll(run);
    run.journal.retain();
    return { cleanup: { steps: [], before, after: [], leftovers: [] }, fault };
  }
  return { cleanup: await cleanUp(run, before), fault };
}

/** Makes the scratch folder and the Namespace; false when the cases cannot begin. */
async function setUp(run: RunContext): Promise<string | undefined> {
  const ownFiles = allSteps(run.lab).some(({ step }) => placeholders(step).includes("files"));
  try {
    await makeFolders(run.transport, run.folder, run.runId, ownFiles);
  } catch (error) {
    if (error instanceof MissingError) return error.message;
    throw error;
  }
  if (!run.cluster) return undefined;
  const made = await takeStep(run, namespaceStep(run.namespace, run.runId), "setup");
  run.steps.push(made);
  if (made.status === "OK") return undefined;
  return `the Namespace ${run.namespace} could not be made (${made.reason}); ./lab clean removes an old one`;
}

function statusOf(
  run: RunContext,
  missing: string | undefined,
  fault: unknown,
): [RunStatus, string | undefined] {
  if (missing) return ["NOT_RUN", missing];
  if (fault !== undefined)
    return ["ABORTED", `internal error: ${fault instanceof Error ? fault.message : String(fault)}`];
  const stopped = whyStopped(run.signal);
  if (stopped) return ["ABORTED", `${stopped}; cleaned up`];
  const ran = run.steps.filter((step) => step.case !== "setup");
  if (!ran.some((step) => step.status === "OK"))
    return ["NOT_RUN", ran.find((step) => step.reason)?.reason ?? "no step ran"];
  const bad = ran.filter((step) => step.status !== "OK" && !isSuperseded(step, run.seeds));
  if (bad.length === 0) return ["COMPLETE", undefined];
  return ["PARTIAL", bad.map((step) => `${step.id} is ${step.status}`).join(", ")];
}
