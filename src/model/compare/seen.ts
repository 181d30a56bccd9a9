import type { RunDocument } from "../run.js";
import { createPseudonyms } from "./pseudonyms.js";
import type { Seen } from "./types.js";

/** Every named value and chain link of a run, under the run's own pseudonyms. */
export function seenIn(run: Pick<RunDocument, "observations" | "chains">): Record<string, Seen> {
  const hide = createPseudonyms();
  const seen: Record<string, Seen> = {};
  const entries: [string, Seen][] = Object.entries(run.observations).map(([name, o]) => [
    name,
    o.missing === undefined
      ? { value: o.value, ...(o.unit && { unit: o.unit }) }
      : { missing: `${o.missing}: ${o.reason}` },
  ]);
  for (const chain of run.chains) {
    for (const link of chain.links) {
      const name = `${chain.id}/${link.id}`;
      if (link.break) entries.push([name, { missing: `${link.break.code}: ${link.break.reason}` }]);
      else if (link.value !== undefined)
        entries.push([name, { value: link.value, ...(link.unit && { unit: link.unit }) }]);
    }
  }
  // by name, so that both runs number their pseudonyms in the same order
  for (const [name, one] of entries.sort(([x], [y]) => (x < y ? -1 : 1))) {
    seen[name] =
      "value" in one ? { ...one, value: hide(name, one.value) } : { missing: String(hide("", one.missing)) };
  }
  return seen;
}
