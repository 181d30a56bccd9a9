import type { Case, Lab, StepKind } from "../lab.js";
import { isNeed, NEEDS } from "../needs.js";
import { allSteps } from "../walk.js";

const ENVIRONMENTS: Record<Lab["environment"], true> = { linux: true, docker: true, kind: true };
const CASE_KINDS: Record<Case["kind"], true> = { normal: true, negative: true, exercise: true };
const STEP_KINDS: Record<StepKind, true> = {
  ...{ vm: true, node: true, pod: true, kubectl: true, apply: true, api: true, http: true, watch: true },
  ...{ background: true, stop: true, wait: true, until: true, pause: true, chain: true, probeImage: true },
  ...{ diagnose: true, registry: true, pushImage: true },
};

/**
 * Faults of the words that a sheet chooses from a list. The compiler refuses them as well; a sheet that nobody compiled
 * must not find out after twenty minutes of running.
 */
export function wordFaults(lab: Lab): string[] {
  return [
    ...oneOf(lab.environment, ENVIRONMENTS, "environment"),
    ...needFaults(lab.needs, "needs"),
    ...lab.cases.flatMap((c, i) => [
      ...oneOf(c.kind, CASE_KINDS, `cases[${i}].kind`),
      ...needFaults(c.needs, `cases[${i}].needs`),
    ]),
    ...allSteps(lab).flatMap(({ step, path }) => [
      ...oneOf(step.kind, STEP_KINDS, `${path}.kind`),
      ...needFaults(step.needs, `${path}.needs`),
    ]),
  ];
}

function oneOf(word: string, allowed: Record<string, true>, path: string): string[] {
  if (Object.hasOwn(allowed, word)) return [];
  return [`${path}: expected one of ${Object.keys(allowed).join(", ")}, got ${JSON.stringify(word)}`];
}

function needFaults(needs: string[] | undefined, path: string): string[] {
  return (needs ?? [])
    .filter((need) => !isNeed(need))
    .map((need) => `${path}: expected one of ${NEEDS.join(", ")} or workers>=N, got ${JSON.stringify(need)}`);
}
