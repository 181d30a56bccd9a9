/** When something happened in a run, by the name that a writer gives it. */
import type { Observation, RunDocument, Source } from "../model/run.js";

export interface RecordedMoment {
  /** Milliseconds since the epoch; absent when there is no time, which `missing` explains. */
  at?: number;
  source: string;
  /** The step whose output says so. */
  step?: string;
  missing?: { kind: string; reason: string };
}

/**
 * A timeline's point (`outage/unknown`, or `unknown` in the timeline that is given), a step's start, its end
 * (`stop-kubelet.end`), the end of a chain's last reading, or an observation: the point it was read from, or the end of
 * the step that printed it. `undefined` when the run knows no such name, or no time for it.
 */
export function recordedMoment(run: RunDocument, ref: string, timeline?: string): RecordedMoment | undefined {
  for (const name of timeline ? [`${timeline}/${ref}`, ref] : [ref]) {
    const point = pointOf(run, name);
    if (point && "missing" in point) return { source: name, missing: point.missing };
    if (point) return { at: point.at, source: name, step: point.source.step };
  }
  return stepMoment(run, ref) ?? chainMoment(run, ref) ?? observedMoment(run, ref);
}

function stepMoment(run: RunDocument, ref: string): RecordedMoment | undefined {
  const steps = [...run.steps, ...run.cleanup.steps];
  const id = ref.replace(/\.end$/, "");
  const step = steps.findLast((one) => one.id === ref) ?? steps.findLast((one) => one.id === id);
  if (!step) return undefined;
  const reason = step.reason ?? `the step ${step.id} never started`;
  if (!step.startedAt) return { source: ref, step: step.id, missing: { kind: step.status, reason } };
  const length = step.id === ref ? 0 : (step.durationMs ?? 0);
  return { at: Date.parse(step.startedAt) + length, source: ref, step: step.id };
}

function chainMoment(run: RunDocument, ref: string): RecordedMoment | undefined {
  const chain = run.chains.find((one) => one.id === ref);
  const last = chain?.steps.at(-1);
  const found = last === undefined ? undefined : stepMoment(run, `${last}.end`);
  return found && { ...found, source: ref };
}

function observedMoment(run: RunDocument, ref: string): RecordedMoment | undefined {
  const observation = run.observations[ref] ?? linkOf(run, ref);
  if (!observation) return undefined;
  if (observation.missing !== undefined)
    return { source: ref, missing: { kind: observation.missing, reason: observation.reason } };
  const recipe = run.recipes[ref];
  if (recipe?.from === "timeline") {
    const found = recordedMoment(run, `${recipe.timeline}/${recipe.event}`);
    return found && { ...found, source: ref };
  }
  const found = stepMoment(run, `${observation.source.step}.end`);
  return found && { ...found, source: ref };
}

type Point = { offsetMs: number; at: number; source: Source } | { missing: { kind: string; reason: string } };

/** A timeline's named point; missing when the lab names it and this run has none. */
export function pointOf(run: RunDocument, ref: string): Point | undefined {
  const slash = ref.indexOf("/");
  const [id, name] = [ref.slice(0, slash), ref.slice(slash + 1)];
  const spec = run.timelineSpecs.find((one) => one.id === id);
  if (!spec?.events.some((event) => event.name === name)) return undefined;
  const timeline = run.timelines.find((one) => one.id === id);
  const entry = timeline?.entries[timeline.events[name] ?? -1];
  if (timeline && entry && timeline.t0.at !== "")
    return {
      offsetMs: entry.offsetMs,
      at: Date.parse(timeline.t0.at) + entry.offsetMs,
      source: entry.source,
    };
  const reason = timeline?.incomplete?.[0]?.reason ?? `${name}: no entry of timeline ${id} matches`;
  return { missing: { kind: "NOT_FOUND", reason } };
}

/** A chain's link; missing where the chain or the link is not there in this run. A link that no chain ever has is nobody's name. */
export function linkOf(run: RunDocument, ref: string): Observation | undefined {
  const slash = ref.indexOf("/");
  if (slash < 1) return undefined;
  const [id, name] = [ref.slice(0, slash), ref.slice(slash + 1)];
  const chain = run.chains.find((one) => one.id === id);
  if (!chain) return uncollected(run, id);
  const link = chain.links.find((one) => one.id === name);
  if (link?.break) return { missing: "NOT_FOUND", reason: `${name}: ${link.break.reason}` };
  if (link) return { value: link.value!, unit: link.unit, source: link.sources[0]! };
  if (!run.chains.some((one) => one.links.some((other) => other.id === name))) return undefined;
  return { missing: "NOT_FOUND", reason: `the chain ${id} has no link ${name}` };
}

function uncollected(run: RunDocument, chain: string): Observation | undefined {
  const step = run.steps.findLast((one) => one.id === chain || one.id.startsWith(`${chain}.`));
  if (!step) return undefined;
  const reason = step.reason ?? `the chain ${chain} was not collected in this run`;
  return { missing: step.status === "NOT_RUN" ? "NOT_RUN" : "FAILED", reason };
}
