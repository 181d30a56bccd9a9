/** From a reference to what was observed and the places that prove it. Pure. */

import type { Link } from "../model/chain/types.js";
import { breaksOf } from "../model/predictions/breaks.js";
import type { Ref } from "../model/predictions/types.js";
import type { Source, Value } from "../model/run.js";
import { resolutionsIn } from "./precision.js";
import type { RunDigest } from "./run-digest.js";
import { words as english, type Words } from "./text.js";

export type Proof =
  | { value: Value; unit?: string; sources: Source[]; of: Ref[]; resolutionMs?: number }
  | { missing: string; reason: string };

/** `ref` names an observation or a chain's link as `<chain>/<link>`. A value without any source counts as missing. */
export function proofOf(run: RunDigest, ref: Ref, words: Words = english.en): Proof {
  const observation = run.observations[ref];
  if (observation) {
    if (observation.missing !== undefined)
      return { missing: observation.missing, reason: observation.reason };
    if (!observation.source) return { missing: "NOT_FOUND", reason: words.noSource };
    const recipe = run.recipes[ref];
    const of = recipe?.from === "derived" ? recipe.of : [];
    const resolutionMs = resolutionsIn(run)[ref];
    return {
      value: observation.value,
      unit: observation.unit,
      sources: [observation.source],
      of,
      ...(resolutionMs && { resolutionMs }),
    };
  }
  const breaks = breaksProof(run, ref, words);
  if (breaks) return breaks;
  const link = findLink(run, ref);
  if (link)
    return link.break ? { missing: link.break.code, reason: link.break.reason } : linkProof(link, words);
  return { missing: "NOT_FOUND", reason: words.noObservation(ref) };
}

/**
 * Where something was looked for that is not there: the output of a step, all of a timeline, or a chain. Only a verdict
 * says that it was looked for in full; undefined where the run does not say where.
 */
export function lookedIn(run: RunDigest, ref: Ref): Source | { timeline: string } | undefined {
  const source = run.observations[ref]?.source;
  if (source) return source;
  const recipe = run.recipes[ref];
  if (recipe?.from === "timeline") return { timeline: recipe.timeline };
  const chain = run.chains.find(({ id }) => ref.startsWith(`${id}/`));
  return chain && { step: chain.id, stream: "record" };
}

/** `<chain>/breaks` and `<chain>/first-break` stand on all links of the chain: their proof is the chain's step. */
function breaksProof(run: RunDigest, ref: Ref, words: Words): Proof | undefined {
  const slash = ref.lastIndexOf("/");
  const chain = run.chains.find(({ id }) => id === ref.slice(0, slash));
  const what = ref.slice(slash + 1);
  if (!chain || (what !== "breaks" && what !== "first-break")) return undefined;
  const all = breaksOf(chain.links);
  const value = what === "breaks" ? all : all[0];
  if (value === undefined) return { missing: "absent", reason: words.allProven(chain.id) };
  return { value, sources: [{ step: chain.id, stream: "record" }], of: all.map((id) => `${chain.id}/${id}`) };
}

function findLink(run: RunDigest, ref: Ref): Link | undefined {
  for (const chain of run.chains) {
    const link =
      ref.startsWith(`${chain.id}/`) && chain.links.find(({ id }) => id === ref.slice(chain.id.length + 1));
    if (link) return link;
  }
  return undefined;
}

function linkProof(link: Link, words: Words): Proof {
  if (link.value === undefined || link.sources.length === 0) {
    return { missing: "NOT_FOUND", reason: words.noSource };
  }
  return { value: link.value, unit: link.unit, sources: link.sources, of: [] };
}
