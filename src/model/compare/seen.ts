import type { RunDocument } from "../run.js";
import type { Names, Side } from "./pseudonyms.js";
import type { Seen } from "./types.js";

type Run = Pick<RunDocument, "observations" | "chains">;

/** Every named value and chain link of both runs, under pseudonyms that are given in the order of the names. */
export function seenInBoth(a: Run, b: Run, names: Names): Record<Side, Record<string, Seen>> {
  const [was, is] = [namedIn(a), namedIn(b)];
  const both = [...was.keys()].filter((name) => is.has(name)).sort();
  for (const name of both) {
    const [one, other] = [was.get(name)!, is.get(name)!];
    if ("value" in one && "value" in other) names.pair(name, one.value, other.value);
    else if ("missing" in one && "missing" in other) names.pairText(one.missing, other.missing);
  }
  return { a: hidden(was, "a", names), b: hidden(is, "b", names) };
}

function hidden(seen: Map<string, Seen>, side: Side, names: Names): Record<string, Seen> {
  const sorted = [...seen].sort(([x], [y]) => (x < y ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, one]): [string, Seen] => [
      name,
      "value" in one
        ? { ...one, value: names.hide(side, name, one.value) }
        : { missing: names.hideText(side, one.missing) },
    ]),
  );
}

function namedIn(run: Run): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const [name, one] of Object.entries(run.observations))
    seen.set(
      name,
      one.missing === undefined
        ? { value: one.value, ...(one.unit && { unit: one.unit }) }
        : { missing: `${one.missing}: ${one.reason}` },
    );
  for (const chain of run.chains)
    for (const link of chain.links) {
      const name = `${chain.id}/${link.id}`;
      if (link.break) seen.set(name, { missing: `${link.break.code}: ${link.break.reason}` });
      else if (link.value !== undefined)
        seen.set(name, { value: link.value, ...(link.unit && { unit: link.unit }) });
    }
  return seen;
}
