/** What the evidence cannot tell, and where to look for what is seen. */
import type { Text } from "../model/run.js";
import { el, tableHead } from "./element.js";
import { tell } from "./prose.js";
import { type Lang, words } from "./text.js";

export function limitList(limits: Text[], lang: Lang): HTMLElement {
  return el(
    "ul",
    { class: "limits" },
    limits.map((limit) => el("li", null, tell(limit, lang))),
  );
}

export function lookTable(rows: { see: Text; look: Text }[], lang: Lang): HTMLElement {
  const t = words[lang];
  return el(
    "table",
    { class: "look stacked" },
    tableHead([t.see, t.lookAt]),
    el(
      "tbody",
      null,
      rows.map(({ see, look }) =>
        el(
          "tr",
          null,
          el("td", { "data-label": t.see }, tell(see, lang)),
          el("td", { "data-label": t.lookAt }, tell(look, lang)),
        ),
      ),
    ),
  );
}
