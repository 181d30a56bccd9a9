import type { StepRecord } from "../run.js";
import type { Chain } from "./types.js";

/**
 * Whether a record is a chain's reading of an earlier try, which a later one replaced: what failed in it was read again.
 * Readings are named `<chain>.<try>.<reading>`.
 */
export function isSuperseded({ id }: Pick<StepRecord, "id">, chains: Pick<Chain, "id" | "tries">[]): boolean {
  return chains.some((chain) => {
    if (!id.startsWith(`${chain.id}.`)) return false;
    const attempt = /^(\d+)\.[^.]+$/.exec(id.slice(chain.id.length + 1))?.[1];
    return attempt !== undefined && Number(attempt) < chain.tries;
  });
}
