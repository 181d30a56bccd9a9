/** A picture's context, made from a run document alone. */

import { inChinese } from "../components/recorded/chinese.js";
import type { Observation, RunDocument, Source, Value } from "../model/run.js";
import type { Timeline } from "../model/timeline/types.js";
import type { Lang, Moment, PictureContext, Shown } from "./context.js";
import { isIdentity } from "./identity.js";

export interface ContextOptions {
  /** The place on the record page that shows a step. */
  hrefOf?(step: string): string;
}

export function recordedContext(
  run: RunDocument | undefined,
  lang: Lang,
  { hrefOf = (step) => `#step-${step}` }: ContextOptions = {},
): PictureContext {
  const tones = new Map<string, number>();
  const reasoned = (kind: string, reason: string) => ({
    kind,
    reason: lang === "zh" ? inChinese(reason) : reason,
  });
  const notRun = (kind: string, reason: string): Shown => ({ text: kind, missing: reasoned(kind, reason) });

  function show(ref: string, filters: string[] = []): Shown | undefined {
    if (!run) return notRun("NOT_RUN", noRun[lang]);
    const point = pointOf(run, ref);
    if (point === "absent") return notRun("NOT_FOUND", `${ref}: no entry of the timeline matches`);
    if (point) return written({ value: point.offsetMs / 1000, unit: "s", source: point.source });
    const observation = run.observations[ref] ?? linkOf(run, ref);
    return observation && written(observation, filters.includes("short"));
  }

  function written(observation: Observation, short = false): Shown {
    if (observation.missing !== undefined) return notRun(observation.missing, observation.reason);
    const { value, unit, source } = observation;
    return {
      text: textOf(value, unit, short),
      value,
      unit,
      step: source.step,
      href: hrefOf(source.step),
    };
  }

  function moment(ref: string, timeline?: string): Moment | undefined {
    if (!run) return { source: ref, missing: reasoned("NOT_RUN", noRun[lang]) };
    for (const name of timeline ? [`${timeline}/${ref}`, ref] : [ref]) {
      const point = pointOf(run, name);
      if (point === "absent")
        return {
          source: name,
          missing: reasoned("NOT_FOUND", `${name}: no entry of the timeline matches`),
        };
      if (point) return { at: point.at, source: name, href: hrefOf(point.source.step) };
    }
    return stepMoment(ref) ?? chainMoment(ref) ?? observedMoment(ref);
  }

  /** A chain was seen when its last reading ended. */
  function chainMoment(ref: string): Moment | undefined {
    const last = run!.chains.find((one) => one.id === ref)?.steps.at(-1);
    const found = last === undefined ? undefined : stepMoment(`${last}.end`);
    return found && { ...found, source: ref };
  }

  function stepMoment(ref: string): Moment | undefined {
    const id = ref.replace(/\.(start|end)$/, "");
    const step = run!.steps.findLast((one) => one.id === ref) ?? run!.steps.findLast((one) => one.id === id);
    if (!step) return undefined;
    if (!step.startedAt)
      return {
        source: ref,
        missing: reasoned(step.status, step.reason ?? `the step ${id} never started`),
      };
    const end = step.id !== ref && ref.endsWith(".end");
    return {
      at: Date.parse(step.startedAt) + (end ? (step.durationMs ?? 0) : 0),
      source: ref,
      href: hrefOf(step.id),
    };
  }

  /** A value was seen when its timeline's event was, or else when the step that printed it ended. */
  function observedMoment(ref: string): Moment | undefined {
    const observation = run!.observations[ref] ?? linkOf(run!, ref);
    if (!observation) return undefined;
    if (observation.missing !== undefined)
      return { source: ref, missing: reasoned(observation.missing, observation.reason) };
    const recipe = run!.recipes[ref];
    if (recipe?.from === "timeline") {
      const found = moment(`${recipe.timeline}/${recipe.event}`);
      return found && { ...found, source: ref };
    }
    const found = stepMoment(`${observation.source.step}.end`);
    return found && { ...found, source: ref };
  }

  function tone(value: string): number {
    const known = tones.get(value) ?? tones.size % 8;
    tones.set(value, known);
    return known;
  }

  return { lang, run, show, moment, tone };
}

const noRun = { en: "No run of this chapter is recorded.", zh: "本章还没有运行记录。" };

/** A timeline's named point; `absent` when the lab names it and this run has none. */
function pointOf(
  run: RunDocument,
  ref: string,
): { offsetMs: number; at: number; source: Source } | "absent" | undefined {
  const slash = ref.indexOf("/");
  const [id, name] = [ref.slice(0, slash), ref.slice(slash + 1)];
  const spec = run.timelineSpecs.find((one) => one.id === id);
  if (!spec?.events.some((event) => event.name === name)) return undefined;
  const timeline = run.timelines.find((one) => one.id === id);
  const entry = timeline?.entries[timeline.events[name] ?? -1];
  if (!timeline || !entry || timeline.t0.at === "") return "absent";
  return { offsetMs: entry.offsetMs, at: zeroOf(timeline) + entry.offsetMs, source: entry.source };
}

function zeroOf(timeline: Timeline): number {
  return Date.parse(timeline.t0.at);
}

/** A chain's link; missing where the chain or the link is not there in this run. A link that no chain ever has is nobody's name. */
function linkOf(run: RunDocument, ref: string): Observation | undefined {
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

function textOf(value: Value, unit: string | undefined, short: boolean): string {
  if (typeof value === "number") {
    const text = unit === "s" ? String(Number(value.toPrecision(3))) : String(value);
    return unit ? `${text}\u00a0${unit}` : text;
  }
  if (typeof value === "string") return `${short ? shortened(value) : value}${unit ? `\u00a0${unit}` : ""}`;
  if (Array.isArray(value)) return value.map((one) => textOf(one, unit, short)).join(", ");
  return JSON.stringify(value);
}

/** Identities are shortened; other text is not. */
function shortened(value: string): string {
  return isIdentity(value) ? `${value.replace(/^sha256:/, "").slice(0, 8)}…` : value;
}
