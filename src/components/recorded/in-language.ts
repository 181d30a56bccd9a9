/** A run as a page of a language tells it: what labbook recorded in words, in that language; every value as it is. */
import type { Verdict } from "../../model/predictions/types.js";
import type { Capability, Environment, RunDocument } from "../../model/run.js";
import { resolutionsOf, verdictExactly } from "../precision.js";
import type { Lang } from "../text.js";
import { claimInChinese, inChinese } from "./chinese.js";

/** A copy that shares what holds no words; its verdicts' sentences have their numbers as exactly as they were measured. */
export function runInLanguage(run: RunDocument, lang: Lang): RunDocument {
  const units = Object.fromEntries(Object.entries(run.observations).map(([name, { unit }]) => [name, unit]));
  const resolutions = resolutionsOf(run);
  const verdicts = run.verdicts.map((one) => verdictExactly(one, units, resolutions));
  if (lang === "en") return { ...run, verdicts };
  return {
    ...run,
    ...(run.statusReason && { statusReason: inChinese(run.statusReason) }),
    environment: environmentInLanguage(run.environment, lang),
    steps: run.steps.map(withReason),
    observations: Object.fromEntries(
      Object.entries(run.observations).map(([name, one]) => [
        name,
        one.missing === undefined ? one : { ...one, reason: inChinese(one.reason) },
      ]),
    ),
    chains: run.chains.map((chain) => ({
      ...chain,
      links: chain.links.map((link) =>
        link.break
          ? { ...link, break: { ...link.break, reason: inChinese(link.break.reason) } }
          : link.unit
            ? { ...link, unit: inChinese(link.unit) }
            : link,
      ),
    })),
    timelines: run.timelines.map((timeline) => ({
      ...timeline,
      clock: inChinese(timeline.clock),
      entries: timeline.entries.map((entry) => ({ ...entry, change: inChinese(entry.change) })),
      gaps: timeline.gaps.map((gap) => ({ ...gap, reason: inChinese(gap.reason) })),
    })),
    verdicts: verdicts.map((one) => verdictInLanguage(one, lang)),
    cleanup: { ...run.cleanup, steps: run.cleanup.steps.map(withReason) },
  };
}

export function verdictInLanguage<V extends Verdict>(verdict: V, lang: Lang): V {
  if (lang === "en") return verdict;
  const { expected, explanation } = verdict;
  return { ...verdict, expected: claimInChinese(expected), explanation: inChinese(explanation) };
}

export function environmentInLanguage(environment: Environment, lang: Lang): Environment {
  return { ...environment, capabilities: capabilitiesInLanguage(environment.capabilities, lang) };
}

/** What was found and how it was probed. */
export function capabilitiesInLanguage(capabilities: Capability[], lang: Lang): Capability[] {
  if (lang === "en") return capabilities;
  return capabilities.map((one) => ({
    ...one,
    found: inChinese(one.found),
    probe: inChinese(one.probe),
    ...(one.remedy !== undefined && { remedy: inChinese(one.remedy) }),
  }));
}

function withReason<S extends { reason?: string }>(step: S): S {
  return step.reason === undefined ? step : { ...step, reason: inChinese(step.reason) };
}
