/** Sealing: what was predicted, when, and what had been seen, under one hash. */
import { digestOf } from "../../model/hash.js";
import type { Claim } from "../../model/predictions/types.js";
import type { Access, Sealed, Seen } from "./types.js";

export interface Sealing {
  chapter: string;
  prediction: string;
  claim: Claim;
  because?: string;
  at: Date;
  seen?: Seen;
  /** The run on the page, when something was observed in it. */
  run?: string;
  predictionsDigest: string;
}

export function seal({
  chapter,
  prediction,
  claim,
  because,
  at,
  seen,
  run,
  predictionsDigest,
}: Sealing): Sealed {
  const access: Access = seen ? "SEEN" : run ? "NOT_SEEN" : "NOTHING_RUN";
  const content = {
    chapter,
    prediction,
    claim,
    ...(because && { because }),
    sealedAt: at.toISOString(),
    access,
    ...(seen && { seenAt: seen.at }),
    run: run ?? null,
    predictionsDigest,
  };
  return { ...content, hash: digestOf(content) };
}

/** The hash that the content has now; a sealed prediction is whole when it is the recorded one. */
export function hashOf({ hash: _, ...content }: Sealed): string {
  return digestOf(content);
}

/**
 * Whether it counts as predicted first: sealed unseen, and not shown in this browser before it was sealed elsewhere.
 */
export function predictedFirst(sealed: Sealed, seen: Seen | undefined): boolean {
  return sealed.access !== "SEEN" && !(seen && seen.at < sealed.sealedAt);
}
