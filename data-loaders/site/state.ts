/** A page's state, decided by content alone: modification times play no part. */
import type { ChapterSheet } from "../../src/components/book.js";
import type { RunDocument } from "../../src/model/run.js";

/** Digests of a lab as it is now, in the shape that a run records them. */
export type Digests = Pick<RunDocument, "labDigest" | "labParts" | "predictionsDigest">;

/** `now` is undefined when the lab is gone or its digests are not known: then a run is shown as it was recorded. */
export function stateOf(
  run: RunDocument | undefined,
  now: Digests | undefined,
): Pick<ChapterSheet, "state" | "changed" | "amended"> {
  if (!run || run.status === "NOT_RUN") return { state: "NOT_RUN", changed: [], amended: false };
  if (!now) return { state: "OBSERVED", changed: [], amended: false };
  const parts = new Set([...Object.keys(run.labParts), ...Object.keys(now.labParts)]);
  const changed = [...parts].filter((part) => run.labParts[part] !== now.labParts[part]).sort();
  const amended = now.predictionsDigest !== run.predictionsDigest;
  return { state: changed.length > 0 || amended ? "STALE" : "OBSERVED", changed, amended };
}
