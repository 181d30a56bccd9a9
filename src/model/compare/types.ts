import type { VerdictKind } from "../predictions/types.js";
import type { RunStatus, Value } from "../run.js";

/** A fact of the environment or a part of the lab that is not the same in both runs; absent where a run has none. */
export interface VersionChange {
  name: string;
  a?: string;
  b?: string;
}

/**
 * REFUTED in b and not in a · another verdict · the same verdict over other values · the claim itself is another one ·
 * the prediction stands in one run only.
 */
export type VerdictChangeKind = "refuted" | "changed" | "drifted" | "amended" | "added" | "removed";

export interface VerdictChange {
  prediction: string;
  change: VerdictChangeKind;
  a?: VerdictKind;
  b?: VerdictKind;
  /** Values by reference, under pseudonyms. */
  observedA: Record<string, Value>;
  observedB: Record<string, Value>;
  explanation: string;
}

/** One named value, or chain link (`<chain>/<link>`), under pseudonyms; or the reason why it is missing. */
export type Seen = { value: Value; unit?: string } | { missing: string };

export interface ObservationChange {
  name: string;
  a?: Seen;
  b?: Seen;
}

/** What stands behind a name such as `<uid:A>` in each run; absent where the run has nothing of that place. */
export interface Pseudonym {
  name: string;
  /**
   * uid, id, pid, inode, ns, ip, mac, veth, time, ticks, rv (resourceVersion), suffix (of a generated name), start (folder
   * of a container's start), mark (between a script's sections), run.
   */
  kind: string;
  a?: string;
  b?: string;
}

export interface RunName {
  id: string;
  status: RunStatus;
  startedAt: string;
}

export interface Comparison {
  chapter: string;
  a: RunName;
  b: RunName;
  versions: VersionChange[];
  verdicts: VerdictChange[];
  observations: ObservationChange[];
  pseudonyms: Pseudonym[];
  /** Verdicts and values that are the same in both, as counts. */
  same: { verdicts: number; observations: number };
}
