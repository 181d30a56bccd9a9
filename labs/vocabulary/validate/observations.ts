import { compile } from "json-p3";
import type { Extract } from "../../../src/model/extract/types.js";
import type { Lab } from "../lab.js";
import { allSteps } from "../walk.js";
import { regexFault } from "./steps.js";

/** Faults of the readings: unknown steps, timelines and operands, patterns and paths that do not compile. */
export function observationFaults(lab: Lab): string[] {
  const steps = new Set(allSteps(lab).map(({ step }) => step.id));
  const timelines = new Map(
    lab.timelines.map((timeline) => [timeline.id, new Set(timeline.events.map((e) => e.name))]),
  );
  const chains = new Set(allSteps(lab).flatMap(({ step }) => (step.kind === "chain" ? [step.id] : [])));
  const known = (name: string) => name in lab.observations || chains.has(name.split("/")[0]!);
  const faults = Object.entries(lab.observations).flatMap(([name, recipe]) => {
    const path = `observations.${name}`;
    if (recipe.from === "step") {
      return [
        ...(steps.has(recipe.step) ? [] : [`${path}.step: no step ${recipe.step}`]),
        ...extractFaults(recipe.extract, path),
      ];
    }
    if (recipe.from === "derived") {
      const fewest = /^(difference|ratio|equal|rank|rankP|common|addressSteps)$/.test(recipe.op) ? 2 : 1;
      return [
        ...(recipe.of.length < fewest
          ? [`${path}.of: ${recipe.op} needs ${fewest} observations, got ${recipe.of.length}`]
          : []),
        ...recipe.of.filter((of) => !known(of)).map((of) => `${path}.of: nothing is called ${of}`),
      ];
    }
    const events = timelines.get(recipe.timeline);
    if (!events) return [`${path}.timeline: no timeline ${recipe.timeline}`];
    return [recipe.event, recipe.since]
      .filter((event) => event !== undefined && event !== "t0" && !events.has(event))
      .map((event) => `${path}: the timeline ${recipe.timeline} has no event ${event}`);
  });
  return [...faults, ...timelineFaults(lab, steps)];
}

function timelineFaults(lab: Lab, steps: Set<string>): string[] {
  return lab.timelines.flatMap((timeline, i) => [
    ...[timeline.t0, ...timeline.from]
      .filter((s) => !steps.has(s))
      .map((s) => `timelines[${i}]: no step ${s}`),
    ...timeline.events.flatMap((event, j) => [
      ...regexFault(event.object, `timelines[${i}].events[${j}].object`),
      ...regexFault(event.change, `timelines[${i}].events[${j}].change`),
    ]),
  ]);
}

function extractFaults(extract: Extract, path: string): string[] {
  if ("pattern" in extract && extract.pattern !== undefined)
    return regexFault(extract.pattern, `${path}.pattern`);
  if ("part" in extract && extract.part !== undefined) return regexFault(extract.part, `${path}.part`);
  const query = "path" in extract ? extract.path : undefined;
  if (query === undefined) return extract.kind === "samples" ? [`${path}: neither a pattern nor a path`] : [];
  try {
    compile(query);
    return [];
  } catch (error) {
    return [`${path}.path: ${query}: ${(error as Error).message}`];
  }
}
