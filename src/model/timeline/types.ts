import type { Source, StepStatus } from "../run.js";

/** One state change that a watch saw. */
export interface TimelineEntry {
  /** Milliseconds from t0 by the receiver's monotonic clock; negative before t0. */
  offsetMs: number;
  /** UTC receive time. */
  receivedAt: string;
  /** The server's own time for this change, in its original text, with the field it was read from. */
  serverTime?: { text: string; field: string; offsetMs: number };
  /** Kind/name, such as `Node/labbook-worker`. */
  object: string;
  uid?: string;
  /** What changed: `condition Ready True→Unknown`, `taint unreachable:NoExecute added`, … */
  change: string;
  source: Source;
}

/** A stretch in which a watch saw nothing because it was not connected. */
export interface Gap {
  fromMs: number;
  toMs: number;
  reason: string;
  /** The objects that were not seen: `Pod/*`. */
  object: string;
}

/** What a timeline event means: the first entry that matches becomes the named point. */
export interface EventPattern {
  name: string;
  /** JavaScript regular expressions, unanchored, over the entry's `object` and `change`. */
  object: string;
  change: string;
  /** Take the n-th match instead of the first (0-based); negative counts from the end. */
  nth?: number;
  /** Only entries at or after this named event. */
  after?: string;
}

export interface Timeline {
  id: string;
  /** The moment that offsets are counted from: the start of a step. */
  t0: { step: string; at: string };
  clock: string;
  /** Half of the smallest interval that could have been told apart, in milliseconds. */
  resolutionMs: number;
  entries: TimelineEntry[];
  gaps: Gap[];
  /** Named points found among the entries: name → index into entries. */
  events: Record<string, number>;
  /** Steps that gave less than all they should have, with the reason. When t0's is among them, `t0.at` is empty. */
  incomplete?: { step: string; status: StepStatus; reason: string }[];
}
