/** Says that nothing was observed, what is missing, and what to type. */

import { badge } from "./badge.js";
import type { ChapterSheet } from "./book.js";
import { command } from "./copy-button.js";
import { el } from "./element.js";
import { capabilityTable } from "./environment-panel.js";
import { formatTime } from "./format.js";
import { runCommands } from "./run-again.js";
import type { RunDigest } from "./run-digest.js";
import { type Lang, words } from "./text.js";

/** `run` is the recorded attempt, if there was one. */
export function notRunCard(sheet: ChapterSheet, run: RunDigest | undefined, lang: Lang): HTMLElement {
  const t = words[lang];
  if (!sheet.lab && !run)
    return el("aside", { class: "card not-run" }, el("p", null, badge("PLANNED", t), ` ${t.planned}`));
  const absent = run?.environment.capabilities.filter(({ present }) => !present) ?? [];
  const needed = absent.filter(({ name }) => sheet.lab?.needs.includes(name));
  const missing = needed.length > 0 ? needed : absent;
  return el(
    "aside",
    { class: "card not-run" },
    el("p", { class: "card-title" }, badge("NOT_RUN", t), ` ${t.noRun}`),
    run
      ? el("p", null, `${t.notRunWas} ${formatTime(run.startedAt)}. ${run.statusReason ?? ""}`)
      : el("p", null, t.notRunWhy),
    missing.length > 0 && capabilityTable(missing, t),
    !run &&
      sheet.lab &&
      el(
        "ul",
        { class: "needs" },
        [sheet.lab.environment, ...sheet.lab.needs]
          .filter(distinct)
          .map((need) => el("li", null, el("code", null, need))),
      ),
    el("p", { class: "card-title" }, t.whatToType),
    sheet.lab && runCommands(sheet.lab).map((line) => command(line, t)),
  );
}

function distinct(need: string, index: number, all: string[]): boolean {
  return all.indexOf(need) === index;
}
