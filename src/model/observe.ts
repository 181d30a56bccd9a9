import { chainFrom } from "./chain/chain.js";
import { derive } from "./derive.js";
import { extract } from "./extract/index.js";
import type { Extract, Recipe } from "./extract/types.js";
import { lookup } from "./predictions/lookup.js";
import type { Observation, RunDocument, StepRecord } from "./run.js";
import { timelineFrom } from "./timeline/from.js";
import { readTimeline } from "./timeline/read.js";

export type Raw = (sha256: string) => Uint8Array | undefined;
export type Observable = Pick<RunDocument, "steps" | "recipes" | "timelineSpecs"> & { chains: Seed[] };
export type Seed = Pick<RunDocument["chains"][number], "id" | "pod" | "steps" | "tries" | "delivery">;
export type Seen = Pick<RunDocument, "observations" | "chains" | "timelines">;

/**
 * Everything that is read from the raw output of a run's steps: chains, timelines, observations.
 * Pure: `lab run` calls it once after the last step, `lab verify` and the browser call it again.
 */
export function observe(run: Observable, raw: Raw): Seen {
  const chains = run.chains.map((seed) => chainOf(seed, run.steps, raw));
  const timelines = run.timelineSpecs.map((spec) => timelineFrom(spec, run.steps, raw));
  const observations: Record<string, Observation> = {};
  const late: [string, Recipe & { from: "derived" }][] = [];
  for (const [name, recipe] of Object.entries(run.recipes)) {
    if (recipe.from === "derived") late.push([name, recipe]);
    else if (recipe.from === "timeline") observations[name] = readTimeline(recipe, timelines);
    else observations[name] = observeStep(recipe, run.steps, raw);
  }
  // derived values may stand on other derived ones that the sheet names before them
  for (const [name, recipe] of late) {
    observations[name] = derive(recipe, (ref) => lookup(ref, { observations, chains, steps: run.steps }));
  }
  return { observations, chains, timelines };
}

/** The chain again, from the outputs of the readings that it names. */
function chainOf(seed: Seed, steps: StepRecord[], raw: Raw): RunDocument["chains"][number] {
  const outputs = seed.steps.flatMap((id) => {
    const record = steps.findLast((step) => step.id === id);
    const stdout = record?.stdout && raw(record.stdout.sha256);
    return record ? [{ record, stdout: stdout ?? new Uint8Array() }] : [];
  });
  const { id, pod, tries, delivery } = seed;
  return chainFrom({ id, pod, tries, steps: outputs, ...(delivery && { delivery }) });
}

/** One value of one step, or why it is missing. */
export function observeStep(recipe: Recipe & { from: "step" }, steps: StepRecord[], raw: Raw): Observation {
  const unit = recipe.unit === undefined ? {} : { unit: recipe.unit };
  const record = steps.findLast((step) => step.id === recipe.step);
  if (!record) return { ...unit, missing: "NOT_RUN", reason: `the step ${recipe.step} never started` };
  const stream = recipe.extract.kind === "record" ? "record" : (recipe.stream ?? "stdout");
  const source = { step: record.id, stream } as const;
  if (record.status === "NOT_RUN" || record.status === "BLOCKED") {
    return { ...unit, missing: record.status, reason: record.reason ?? record.status, source };
  }
  if (record.status !== "OK") {
    return {
      ...unit,
      missing: "FAILED",
      reason: `step ${record.id} is ${record.status}: ${record.reason}`,
      source,
    };
  }
  const output = stream === "stderr" ? record.stderr : record.stdout;
  const bytes = output ? raw(output.sha256) : new Uint8Array();
  if (!bytes)
    return { ...unit, missing: "FAILED", reason: `the raw output ${output?.sha256} is not there`, source };
  const got = extract(recipe.extract, bytes, record);
  if ("missing" in got) {
    const cut = output?.truncatedFrom ? " (the stored output is truncated)" : "";
    return {
      ...unit,
      missing: cut || got.unread ? "FAILED" : "NOT_FOUND",
      reason: `${record.id}: ${got.missing}${cut}`,
      source,
    };
  }
  if (output?.truncatedFrom && needsAll(recipe.extract, got.source.span, bytes)) {
    const reason = `${record.id}: the stored output is truncated (${bytes.length} of ${output.truncatedFrom} bytes)`;
    return { ...unit, missing: "FAILED", reason, source };
  }
  return { ...unit, value: got.value, source: { ...source, ...got.source } };
}

/** Counts, lists, statistics and whole texts speak about all of an output; a single match may be cut at its very end. */
function needsAll(how: Extract, span: [number, number] | undefined, bytes: Uint8Array): boolean {
  if (how.kind === "record") return false;
  return how.kind !== "match" || how.all === true || span === undefined || span[1] >= bytes.length;
}
