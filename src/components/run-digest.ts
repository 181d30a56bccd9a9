/** The part of a run document that a page needs at first. The whole one is fetched when a picture comes into view. */
import type { Chain } from "../model/chain/types.js";
import type { CleanupRecord, RunDocument, StepRecord } from "../model/run.js";
import { commandLine } from "./format.js";
import { type Resolutions, resolutionsOf } from "./precision.js";

/** A longer command is a script: a step's title stands for it until the step is opened. In characters. */
export const LONGEST_COMMAND = 300;

/** A step before it is opened. A long command is left out; of its outputs only a diagnosis keeps one, which is its table. */
export interface StepDigest extends Omit<StepRecord, "stdin" | "stdout" | "stderr"> {
  stdout?: StepRecord["stdout"];
  /** The command was left out. */
  script?: true;
}

export interface RunDigest
  extends Omit<RunDocument, "steps" | "cleanup" | "chains" | "timelines" | "timelineSpecs" | "recipes"> {
  steps: StepDigest[];
  cleanup: Omit<CleanupRecord, "steps"> & { steps: StepDigest[] };
  /** How finely times were measured. */
  resolutions?: Resolutions;
  /** Recipes of derived observations, which say what they are made of, and of those that a timeline lacks. */
  recipes: RunDocument["recipes"];
  /** Every chain, with those links only that a prediction or a verdict names; all breaks where it names `breaks`. */
  chains: Pick<Chain, "id" | "links">[];
  /** Which timelines the whole document holds. */
  timelines: { id: string }[];
}

/** Values, sources and verdicts are taken over as they stand; nothing is computed. */
export function digestRun(run: RunDocument): RunDigest {
  const { timelineSpecs: _, ...rest } = run;
  const resolutions = resolutionsOf(run);
  const cited = new Set(run.verdicts.flatMap(({ observed }) => Object.keys(observed)));
  for (const { claim } of run.predictions) for (const ref of claim.of) cited.add(ref);
  const breaksCited = (chain: string) => cited.has(`${chain}/breaks`) || cited.has(`${chain}/first-break`);
  return {
    ...rest,
    ...(Object.keys(resolutions).length > 0 && { resolutions }),
    steps: run.steps.map(digestStep),
    cleanup: { ...run.cleanup, steps: run.cleanup.steps.map(digestStep) },
    recipes: Object.fromEntries(
      Object.entries(run.recipes).filter(
        ([name, recipe]) => recipe.from === "derived" || (recipe.from === "timeline" && isAbsent(run, name)),
      ),
    ),
    chains: run.chains.map(({ id, links }) => ({
      id,
      links: links.filter((link) => cited.has(`${id}/${link.id}`) || (link.break && breaksCited(id))),
    })),
    timelines: run.timelines.map(({ id }) => ({ id })),
  };
}

function isAbsent({ observations }: RunDocument, name: string): boolean {
  return observations[name]?.missing === "NOT_FOUND";
}

function digestStep({ stdin: _in, stdout, stderr: _err, ...step }: StepRecord): StepDigest {
  const script = commandLine(step.argv).length > LONGEST_COMMAND;
  return {
    ...step,
    ...(script && { argv: [], script }),
    ...(step.kind === "diagnose" && stdout && { stdout }),
  };
}
