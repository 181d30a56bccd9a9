/** Named values and chain links that are not the same under pseudonyms, by chain. */
import type { ObservationChange, Seen } from "../../model/compare/types.js";
import type { Value } from "../../model/run.js";
import { el, tableHead } from "../element.js";
import { formatCount } from "../format.js";
import { seenText } from "./chips.js";
import type { View } from "./view.js";

/** More than these are folded away under the name of their chain. */
const open = 12;

export function valuesPart(view: View): HTMLElement {
  const { comparison, t } = view;
  const groups = groupsOf(comparison.observations);
  return el(
    "div",
    { class: "value-changes" },
    groups.length > 0 ? el("p", { class: "hint" }, t.valuesHint) : el("p", { class: "clean" }, t.noValues),
    groups.map(([chain, changes]) => part(chain, changes, view)),
    comparison.same.observations > 0 &&
      el("p", { class: "note" }, t.sameValues(formatCount(comparison.same.observations))),
  );
}

function part(chain: string, changes: ObservationChange[], view: View): HTMLElement {
  const title = chain === "" ? view.words.observations : `${view.words.chain} ${chain}`;
  return el(
    "details",
    { class: "further", open: changes.length <= open },
    el("summary", null, `${title} (${changes.length})`),
    table(changes, view),
  );
}

function table(changes: ObservationChange[], view: View): HTMLElement {
  return el(
    "table",
    { class: "sides stacked" },
    tableHead([view.t.name, "a", "b"]),
    el(
      "tbody",
      null,
      changes
        .flatMap(keyByKey)
        .map(({ name, a, b }) =>
          el(
            "tr",
            null,
            el("th", { scope: "row" }, el("code", null, name.replace(/^[^/]*\//, ""))),
            el("td", { "data-label": "a" }, seenText(a, "a", view)),
            el("td", { "data-label": "b" }, seenText(b, "b", view)),
          ),
        ),
    ),
  );
}

/** Of two objects only the keys that differ are worth reading. */
function keyByKey({ name, a, b }: ObservationChange): ObservationChange[] {
  const [was, is] = [objectOf(a), objectOf(b)];
  if (!was || !is) return [{ name, a, b }];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .map((key) => ({ name: `${name} › ${key}`, a: seenAt(was, key), b: seenAt(is, key) }));
}

function objectOf(seen: Seen | undefined): Record<string, Value> | undefined {
  const value = seen && "value" in seen ? seen.value : undefined;
  return value && typeof value === "object" && !Array.isArray(value) ? value : undefined;
}

function seenAt(value: Record<string, Value>, key: string): Seen | undefined {
  return key in value ? { value: value[key]! } : undefined;
}

/** Observations first (""), then each chain. */
function groupsOf(changes: ObservationChange[]): [string, ObservationChange[]][] {
  const groups = new Map<string, ObservationChange[]>();
  for (const change of changes) {
    const chain = /^([^/]*)\//.exec(change.name)?.[1] ?? "";
    groups.set(chain, [...(groups.get(chain) ?? []), change]);
  }
  return [...groups].sort(([x], [y]) => (x < y ? -1 : 1));
}
