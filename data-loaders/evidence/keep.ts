import { isSameVersion } from "../../src/model/compare/version.js";
import type { RunDocument } from "../../src/model/run.js";

/** Earlier runs of a chapter that `lab clean --runs` keeps, for comparison. */
const KEPT = 5;

type Earlier = Pick<RunDocument, "id" | "environment">;

/**
 * Which of the earlier runs are kept: the newest five, the newest of each version, so that versions can be compared
 * however often the newest one ran, and those that an answer stands on. Everything else leaves its line in the history.
 * @param earlier in any order; IDs sort by time
 * @param current the chapter's evidence: its version needs no other run
 * @param cited IDs of the runs that the chapter's answers stand on
 */
export function worthKeeping(
  earlier: Earlier[],
  current: Earlier | undefined,
  cited: ReadonlySet<string> = new Set(),
): Set<string> {
  const newestFirst = earlier.toSorted((x, y) => (x.id < y.id ? 1 : -1));
  const kept = newestFirst.filter((run, index) => {
    if (index < KEPT || cited.has(run.id)) return true;
    const newer = [...(current ? [current] : []), ...newestFirst.slice(0, index)];
    return !newer.some(({ environment }) => isSameVersion(environment, run.environment));
  });
  return new Set(kept.map(({ id }) => id));
}
