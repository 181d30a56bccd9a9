/** What a comparison of runs needs of each: half of the document and less, for its page loads two of them at once. */
import { commandLine } from "../../src/components/format.js";
import { LONGEST_COMMAND } from "../../src/components/run-digest.js";
import { digestOf } from "../../src/model/hash.js";
import type { RunDocument, StepRecord } from "../../src/model/run.js";

/**
 * The run without what is not compared: where values were read from, reasons, what was expected in words, timelines,
 * cleanup. Of a long command its form stays,
 * so that another command shows and the numbers and IDs of one run do not.
 */
export function forComparison(run: RunDocument): RunDocument {
  return {
    ...run,
    predictions: run.predictions.map(({ because: _, ...prediction }) => prediction),
    verdicts: run.verdicts.map((verdict) => ({ ...verdict, expected: "" })),
    recipes: {},
    timelineSpecs: [],
    timelines: [],
    cleanup: { ...run.cleanup, steps: [], before: [], after: [] },
    observations: Object.fromEntries(
      Object.entries(run.observations).map(([name, one]) => {
        const { source: _, ...rest } = one;
        return [name, rest as typeof one];
      }),
    ),
    chains: run.chains.map((chain) => ({
      ...chain,
      links: chain.links.map(({ agrees: _, ...link }) => ({ ...link, sources: [] })),
    })),
    steps: run.steps.map(brief),
  };
}

/** When a step began and how long it took differs in every two runs, and no comparison asks for it. */
function brief({ startedAt: _, durationMs: __, ...step }: StepRecord): StepRecord {
  const line = commandLine(step.argv);
  if (line.length <= LONGEST_COMMAND) return step;
  return { ...step, argv: [`sha256:${digestOf(line.replaceAll(/[\da-f-]*\d[\da-f-]*/g, "#"))}`] };
}
