/** A picture's context, made from a run document alone. */

import { inChinese } from "../components/recorded/chinese.js";
import type { Observation, RunDocument, Value } from "../model/run.js";
import type { Lang, Moment, PictureContext, Shown } from "./context.js";
import { isIdentity } from "./identity.js";
import { linkOf, pointOf, recordedMoment } from "./moment.js";

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
    if (point && "missing" in point) return notRun(point.missing.kind, point.missing.reason);
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
    const found = recordedMoment(run, ref, timeline);
    if (!found) return undefined;
    const { at, source, step, missing } = found;
    return {
      at,
      source,
      href: step && hrefOf(step),
      missing: missing && reasoned(missing.kind, missing.reason),
    };
  }

  function tone(value: string): number {
    const known = tones.get(value) ?? tones.size % 8;
    tones.set(value, known);
    return known;
  }

  return { lang, run, show, moment, tone };
}

const noRun = { en: "No run of this chapter is recorded.", zh: "本章还没有运行记录。" };

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
