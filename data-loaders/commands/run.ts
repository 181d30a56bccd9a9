import type { Lab } from "../../labs/vocabulary/lab.js";
import { allSteps } from "../../labs/vocabulary/walk.js";
import type { RunDocument } from "../../src/model/run.js";
import { fromCaller } from "../caller.js";
import { withPinned } from "../environment/cluster/pinned-kubeconfig.js";
import { probe } from "../environment/probe.js";
import { RefusedError } from "../errors.js";
import { EVIDENCE } from "../evidence/paths.js";
import { exit } from "../exit-codes.js";
import { type LoadedLab, loadAll, loadLab, noneNamed } from "../labs.js";
import { company } from "../run/company.js";
import { inParallel } from "../run/in-parallel.js";
import { interruptible } from "../run/interrupt.js";
import type { RunResult } from "../run/run-lab.js";
import { TimeLimit } from "../run/stopped.js";
import type { Session } from "../session.js";
import { narrowed } from "./narrow.js";
import { summary } from "./run-summary.js";

export interface RunOptions {
  all?: boolean;
  changed?: boolean;
  case?: string[];
  jobs?: string;
  timeout?: string;
  retain?: boolean;
  junit?: string;
  strict?: boolean;
  /** Record what the machine has beyond what the labs need, for the site's page on the environment. */
  probeAll?: boolean;
}

/** Runs the chapters' labs and records their evidence. */
export async function run(chapters: string[], options: RunOptions, session: Session): Promise<number> {
  const labs = (await choose(chapters, options)).map((whole) => {
    const { loaded, told } = narrowed(whole, options.case);
    for (const sentence of told) session.log.info(sentence);
    return loaded;
  });
  const results: RunResult[] = [];
  const told = new Map<string, string[]>();
  const together = company();
  const take = async (loaded: LoadedLab, signal: AbortSignal) => {
    if (signal.aborted) return;
    const stay = together.enter(loaded.lab.id);
    try {
      const result = await runOne(loaded, options, session, { signal, beside: stay.met });
      results.push(result);
      told.set(result.run.id, result.notebook);
    } finally {
      stay.leave();
    }
  };
  const interrupted = await interruptible(session, async (signal) => {
    const shared = labs.filter(({ lab }) => !lab.exclusive);
    const alone = labs.filter(({ lab }) => lab.exclusive);
    await inParallel(shared, Number(options.jobs ?? 1), (loaded) => take(loaded, signal));
    for (const loaded of alone) await take(loaded, signal);
  });
  const runs = results.map((result) => result.run);
  if (options.junit) await (await import("./run-junit.js")).writeJunit(fromCaller(options.junit), runs);
  if (session.options.json) session.print(JSON.stringify(runs, null, 2));
  else
    for (const document of runs) {
      session.print(summary(document));
      for (const line of told.get(document.id) ?? []) session.print(`  notebook  ${line}`);
    }
  return exitCodeOf(runs, options.strict ?? false, interrupted);
}

async function runOne(
  loaded: LoadedLab,
  options: RunOptions,
  session: Session,
  { signal, beside }: { signal: AbortSignal; beside: () => string[] },
): Promise<RunResult & { notebook: string[] }> {
  const { lab, folder } = loaded;
  session.log.info(`${lab.id}  ${lab.title.en}`);
  // the engine is loaded while the probes, which are processes of their own, find out what is there
  const [{ environment, cluster }, { runLab }, { landRun }] = await Promise.all([
    enter(loaded, session, options.probeAll ?? false),
    import("../run/run-lab.js"),
    import("../evidence/store.js"),
  ]);
  const limit = timeLimit(options.timeout);
  const bounded = limit ? AbortSignal.any([signal, limit.signal]) : signal;
  const request = {
    ...session,
    lab,
    folder,
    environment,
    signal: bounded,
    beside,
    retain: options.retain ?? false,
  };
  const going = cluster
    ? withPinned(session, cluster, (pinned) => runLab({ ...request, cluster: pinned }))
    : runLab(request);
  const result = await going.finally(() => limit?.end());
  const landed = await landRun(EVIDENCE, result.run, result.raw, { partial: options.case !== undefined });
  session.log.info(
    `recorded  ${landed.file}${landed.beside ? ` (beside the chapter's evidence, which stays: ${landed.because})` : ""}`,
  );
  if (result.fault !== undefined) throw result.fault;
  const { notHeld } = await import("../notebook/after-run.js");
  // what landed beside the chapter's evidence changes no page
  return { ...result, notebook: landed.beside ? [] : await notHeld(".", lab.id) };
}

/** Stops one run when its time is over. */
function timeLimit(seconds: string | undefined): { signal: AbortSignal; end(): void } | undefined {
  if (seconds === undefined) return undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new TimeLimit(Number(seconds))), Number(seconds) * 1000);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/** Probes what is there. A cluster that is not the dedicated one is refused, not merely missing. */
async function enter({ lab }: LoadedLab, session: Session, all: boolean) {
  const probed = await probe(lab.environment, session, all ? undefined : needsOf(lab));
  if (probed.clusterError instanceof RefusedError) throw probed.clusterError;
  return probed;
}

function needsOf(lab: Lab): string[] {
  const ofSteps = allSteps(lab).flatMap(({ step }) => step.needs ?? []);
  return [...lab.needs, ...lab.cases.flatMap((c) => c.needs ?? []), ...ofSteps];
}

async function choose(chapters: string[], options: RunOptions): Promise<LoadedLab[]> {
  if (options.all) return loadAll();
  if (options.changed) {
    const [labs, { readRun }, { chapterState }] = await Promise.all([
      loadAll(),
      import("../evidence/store.js"),
      import("../run/state.js"),
    ]);
    const states = await Promise.all(
      labs.map(async (l) => (await chapterState(l, await readRun(EVIDENCE, l.lab.id))).state),
    );
    return labs.filter((_, i) => states[i] !== "OBSERVED");
  }
  if (chapters.length === 0) throw noneNamed(", or use --all or --changed");
  return Promise.all([...new Set(chapters)].map((id) => loadLab(id)));
}

/** The worst of all runs decides. */
function exitCodeOf(runs: RunDocument[], strict: boolean, interrupted: boolean): number {
  if (interrupted) return exit.interrupted;
  if (runs.some((r) => r.status === "ABORTED")) return exit.timeLimit;
  if (runs.some((r) => r.cleanup.leftovers.length > 0)) return exit.leftovers;
  if (runs.some((r) => r.status === "PARTIAL")) return exit.stepFailed;
  if (runs.every((r) => r.status === "NOT_RUN")) return exit.notRun;
  if (strict && runs.some((r) => r.verdicts.some((v) => v.verdict === "REFUTED"))) return exit.refuted;
  return exit.done;
}
