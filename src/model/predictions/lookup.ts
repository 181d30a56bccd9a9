import type { Chain } from "../chain/types.js";
import type { Environment, Observation, StepRecord, Value } from "../run.js";
import { breaksOf } from "./breaks.js";
import type { Ref } from "./types.js";

export interface Observed {
  observations: Record<string, Observation>;
  chains: Chain[];
  /** The steps, so that a chain that was never collected can say why. */
  steps: StepRecord[];
  /** What it ran on, for predictions that depend on a version. */
  environment?: Environment;
}

export type Found = { value: Value } | { missing: "NOT_RUN" | "NOT_FOUND" | "UNKNOWN"; reason: string };

/** Finds what a name stands for: an observation, or a chain's link written `<chain>/<link>`. */
export function lookup(ref: Ref, seen: Observed): Found {
  const slash = ref.indexOf("/");
  const chain = slash > 0 && seen.chains.find((candidate) => candidate.id === ref.slice(0, slash));
  if (chain) return link(chain, ref.slice(slash + 1));
  if (slash > 0) return uncollected(ref.slice(0, slash), seen.steps);
  const observation = seen.observations[ref];
  if (!observation) return { missing: "UNKNOWN", reason: `${ref} was not observed in this run` };
  if (observation.missing === undefined) return { value: observation.value };
  const missing =
    observation.missing === "NOT_RUN" || observation.missing === "NOT_FOUND"
      ? observation.missing
      : "UNKNOWN";
  return { missing, reason: observation.reason };
}

function uncollected(chain: string, steps: StepRecord[]): Found {
  const step = steps.findLast((candidate) => candidate.id === chain);
  const reason = step?.reason ?? `the chain ${chain} was not collected in this run`;
  return { missing: step === undefined || step.status === "NOT_RUN" ? "NOT_RUN" : "UNKNOWN", reason };
}

function link(chain: Chain, id: string): Found {
  if (id === "breaks") return { value: breaksOf(chain.links) };
  if (id === "first-break") return firstBreak(chain);
  const found = chain.links.find((candidate) => candidate.id === id);
  if (!found) {
    // a chain whose readings failed has few links: that it lacks one says nothing of the Pod
    const whole = chain.generation !== null;
    const why = whole
      ? ""
      : `: ${chain.links.find((other) => other.break)?.break?.reason ?? "it is not proven"}`;
    return {
      missing: whole ? "NOT_FOUND" : "UNKNOWN",
      reason: `the chain ${chain.id} has no link ${id}${why}`,
    };
  }
  if (found.break) {
    const gone = found.break.code === "absent" || found.break.code === "not-running";
    return { missing: gone ? "NOT_FOUND" : "UNKNOWN", reason: `${id}: ${found.break.reason}` };
  }
  return { value: found.value as Value };
}

/** The first element without proof, in the chain's order of cause and effect. */
function firstBreak(chain: Chain): Found {
  const first = breaksOf(chain.links)[0];
  if (first !== undefined) return { value: first };
  return { missing: "NOT_FOUND", reason: `every link of the chain ${chain.id} is proven` };
}
