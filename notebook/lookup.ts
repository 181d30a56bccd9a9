/** What a name in the text stands for in the run that the page shows. Pure. */

import { proofOf } from "../src/components/proof.js";
import type { Source, Value } from "../src/model/run.js";
import { versionOf } from "./environment.js";
import type { Chapter } from "./types.js";
import { words } from "./words.js";

export type Looked =
  | { value: Value; unit?: string; sources: Source[]; of: string[]; resolutionMs?: number }
  | { missing: string; reason: string; sources?: undefined };

/**
 * An observation (`unknown.at`), a chain's link (`normal/sandbox.id`), a point of a timeline in seconds from its t0
 * (`outage/unknown`), a fact of a step's record (`step.stop-kubelet.exitCode`) or of the environment (`env.kubernetes`).
 * Undefined when neither the run nor the lab knows the name.
 */
export function lookUp(name: string, chapter: Chapter): Looked | undefined {
  const { run, lab, lang } = chapter;
  const t = words[lang];
  if (name.startsWith("env.")) return run ? versionOf(name.slice(4), run, lang) : notRun(t.noRun);
  if (name.startsWith("step.")) return stepFact(name, chapter);
  const [owner, part] = split(name);
  const timeline = part === undefined ? undefined : run?.timelines.find(({ id }) => id === owner);
  if (timeline) return pointOf(timeline, part!);
  if (run && (run.observations[name] || run.chains.some(({ id }) => id === owner))) {
    const proof = proofOf(run, name);
    if ("missing" in proof)
      return isUnknownLink(name, chapter) ? undefined : { missing: proof.missing, reason: proof.reason };
    return proof;
  }
  const declared =
    lab &&
    (lab.observations.has(name) ||
      (part !== undefined && (lab.steps.get(owner) || lab.timelines.has(owner))));
  if (declared) return notRun(run ? t.notInRun : t.noRun);
  return undefined;
}

function notRun(reason: string): Looked {
  return { missing: "NOT_RUN", reason };
}

function split(name: string): [string, string?] {
  const slash = name.indexOf("/");
  return slash < 0 ? [name] : [name.slice(0, slash), name.slice(slash + 1)];
}

/** A chain that was collected whole and has no such link: the name is most likely misspelt. */
function isUnknownLink(name: string, { run }: Chapter): boolean {
  const [owner, part] = split(name);
  const chain = run?.chains.find(({ id }) => id === owner);
  if (!chain || part === undefined || part === "breaks" || part === "first-break") return false;
  return chain.generation !== null && !chain.links.some(({ id }) => id === part);
}

function pointOf(
  timeline: NonNullable<Chapter["run"]>["timelines"][number],
  name: string,
): Looked | undefined {
  const index = timeline.events[name];
  const entry = index === undefined ? undefined : timeline.entries[index];
  if (!entry) return undefined;
  return {
    value: entry.offsetMs / 1000,
    unit: "s",
    sources: [entry.source],
    of: [],
    resolutionMs: timeline.resolutionMs,
  };
}

function stepFact(name: string, { run, lab, lang }: Chapter): Looked | undefined {
  const [, id, field] = /^step\.(.+)\.(exitCode|durationMs|status|startedAt|target)$/.exec(name) ?? [];
  if (!id || !field) return undefined;
  const step = run && [...run.steps, ...run.cleanup.steps].find((one) => one.id === id);
  if (!step) return lab?.steps.has(id) ? notRun(run ? words[lang].notInRun : words[lang].noRun) : undefined;
  const value = step[field as "exitCode"];
  if (value === undefined) return { missing: step.status, reason: step.reason ?? step.status };
  return {
    value,
    ...(field === "durationMs" && { unit: "ms" }),
    sources: [{ step: id, stream: "record", pointer: field }],
    of: [],
  };
}
