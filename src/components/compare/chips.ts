/** Text under pseudonyms: each name is set off, says what it stands for, and whether that is equal in both runs. */
import type { Side } from "../../model/compare/pseudonyms.js";
import type { Pseudonym, Seen } from "../../model/compare/types.js";
import type { Value } from "../../model/run.js";
import { type Child, el } from "../element.js";
import { formatValue } from "../format.js";
import type { View } from "./view.js";

export function withChips(text: string, side: Side, view: View): Child[] {
  return text.split(/(<[a-z]+:(?:[A-Z]+|\d+)>)/).map((part, index) => {
    const pseudonym = index % 2 === 1 ? view.standsFor(part) : undefined;
    return pseudonym ? chip(pseudonym, side, view) : part;
  });
}

/** A value, the reason why there is none, or that the run has nothing of that name. */
export function seenText(seen: Seen | undefined, side: Side, view: View): HTMLElement {
  if (!seen) return el("span", { class: "reason" }, view.t.notThere);
  if ("missing" in seen)
    return el("span", { class: "reason" }, `${view.t.missing}: `, withChips(seen.missing, side, view));
  return el("code", { class: "value" }, withChips(formatValue(seen.value, seen.unit), side, view));
}

export function valueText(value: Value | undefined, side: Side, view: View): HTMLElement {
  return seenText(value === undefined ? undefined : { value }, side, view);
}

function chip(pseudonym: Pseudonym, side: Side, view: View): HTMLElement {
  const { name, kind, a, b } = pseudonym;
  const equal = a !== undefined && a === b;
  const said = [a !== undefined && `a: ${a}`, b !== undefined && `b: ${b}`, equal && view.t.equal];
  const own = pseudonym[side];
  return el(
    "span",
    { class: `chip chip-${kind}${equal ? " equal" : ""}`, title: [name, ...said.filter(Boolean)].join("\n") },
    kind === "time" && own !== undefined ? `<${offset(own, view.runs[side].startedAt)}>` : name,
    equal && el("sup", null, "="),
  );
}

/** From the run's start, to the millisecond: `+12.345 s`. */
export function offset(time: string, start: string): string {
  const ms = Date.parse(time) - Date.parse(start);
  return Number.isNaN(ms) ? time : `${ms < 0 ? "−" : "+"}${(Math.abs(ms) / 1000).toFixed(3)} s`;
}
