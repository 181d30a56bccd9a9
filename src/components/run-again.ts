/** The commands that run a lab, from probing to checking. */
import type { LabSheet } from "./book.js";
import { command } from "./copy-button.js";
import { el } from "./element.js";
import { type Lang, words } from "./text.js";

export function runAgain(lab: LabSheet, lang: Lang): HTMLElement {
  const t = words[lang];
  return el(
    "div",
    null,
    el("p", null, t.againHint),
    [...runCommands(lab), `./lab verify ${lab.id}`].map((line) => command(line, t)),
  );
}

export function runCommands({ id, environment, needs }: LabSheet): string[] {
  const workers = needs.map((need) => /^workers>=(\d+)$/.exec(need)?.[1]).find(Boolean);
  const up = environment === "kind" ? [`./lab up${workers ? ` --workers ${workers}` : ""}`] : [];
  return ["./lab doctor", ...up, `./lab plan ${id}`, `./lab run ${id}`];
}
