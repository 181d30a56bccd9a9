import type { EventPattern } from "./types.js";

/** A timeline that is read from the stamped output of watch and background steps. Plain data. */
export interface TimelineSpec {
  id: string;
  /** The step whose start is t0. */
  t0: string;
  /** Ids of watch or background steps. */
  from: string[];
  events: EventPattern[];
}
