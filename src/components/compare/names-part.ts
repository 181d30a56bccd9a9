/** The key: what each name stands for in each run. Times are given as offsets from the run's start beside their text. */
import type { Side } from "../../model/compare/pseudonyms.js";
import type { Pseudonym } from "../../model/compare/types.js";
import { el, tableHead } from "../element.js";
import { offset } from "./chips.js";
import type { View } from "./view.js";

export function namesPart(view: View): HTMLElement | undefined {
  const names = view.names.list();
  if (names.length === 0) return undefined;
  const body = el("div");
  const details = el(
    "details",
    {
      class: "further",
      ontoggle: () => details.open && body.replaceChildren(table(view.names.list(), view)),
    },
    el("summary", null, `${view.t.names} (${names.length})`),
    body,
  );
  return details;
}

function table(names: Pseudonym[], view: View): HTMLElement {
  return el(
    "table",
    { class: "sides stacked key" },
    tableHead([view.t.name, "a", "b"]),
    el(
      "tbody",
      null,
      names.map((pseudonym) =>
        el(
          "tr",
          null,
          el("th", { scope: "row" }, el("span", { class: `chip chip-${pseudonym.kind}` }, pseudonym.name)),
          cell(pseudonym, "a", view),
          cell(pseudonym, "b", view),
        ),
      ),
    ),
  );
}

function cell(pseudonym: Pseudonym, side: Side, view: View): HTMLElement {
  const text = pseudonym[side];
  const equal = side === "b" && text !== undefined && text === pseudonym.a;
  return el(
    "td",
    { "data-label": side },
    text === undefined ? "—" : el("code", null, text),
    text !== undefined &&
      pseudonym.kind === "time" &&
      el("span", { class: "note" }, ` ${offset(text, view.runs[side].startedAt)}`),
    equal && el("span", { class: "note" }, ` = ${view.t.equal}`),
  );
}
