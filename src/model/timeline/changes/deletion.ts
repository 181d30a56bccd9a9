import { instantNs } from "../../time.js";
import { type KubeObject, number, text } from "../fields.js";
import type { Change } from "./change.js";

/**
 * `deletion requested (grace 30s)`. deletionTimestamp is when the object may go, a grace period after the
 * request; so the server's time for the request is that timestamp less the grace.
 */
export function deletionChanges(before: KubeObject | undefined, after: KubeObject): Change[] {
  const until = text(after, "metadata", "deletionTimestamp");
  if (until === undefined) return [];
  const grace = number(after, "metadata", "deletionGracePeriodSeconds") ?? 0;
  if (text(before, "metadata", "deletionTimestamp") === undefined) {
    const ns = instantNs(until);
    const change = `deletion requested (grace ${grace}s)`;
    if (ns === undefined) return [{ change }];
    const field = "metadata.deletionTimestamp − metadata.deletionGracePeriodSeconds";
    return [{ change, server: { text: until, field, ns: ns - BigInt(grace) * 1_000_000_000n } }];
  }
  const oldGrace = number(before, "metadata", "deletionGracePeriodSeconds") ?? 0;
  return oldGrace === grace ? [] : [{ change: `deletion grace ${oldGrace}s→${grace}s` }];
}
