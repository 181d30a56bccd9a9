/** The choice of two runs. */
import type { Side } from "../../model/compare/pseudonyms.js";
import { el } from "../element.js";
import { formatTime } from "../format.js";
import { type Lang, words } from "../text.js";
import { verdictCounts } from "./history-part.js";
import { versionText } from "./matrix.js";
import type { KeptRun } from "./runs-book.js";
import { compareWords } from "./words.js";

export type Choice = Record<Side, string>;

/** The runs that an address names (`?a=…&b=…`) when they are kept; otherwise the newest against the one before it. */
export function firstChoice(kept: KeptRun[], query: string): Choice {
  const asked = new URLSearchParams(query);
  const known = (side: Side) => kept.find(({ id }) => id === asked.get(side))?.id;
  const b = known("b") ?? kept.find(({ id }) => id !== known("a"))!.id;
  const older = kept[kept.findIndex(({ id }) => id === b) + 1];
  const a = known("a") ?? (older ?? kept.find(({ id }) => id !== b)!).id;
  return { a, b };
}

export function chooser(
  kept: KeptRun[],
  choice: Choice,
  lang: Lang,
  choose: (choice: Choice) => void,
): HTMLElement {
  const t = compareWords[lang];
  const selects = { a: select("a"), b: select("b") };
  function select(side: Side): HTMLSelectElement {
    const options = kept.map((run) =>
      el("option", { value: run.id, selected: run.id === choice[side] }, optionText(run, lang)),
    );
    return el("select", { name: side, onchange: changed }, options);
  }
  function changed() {
    choose({ a: selects.a.value, b: selects.b.value });
  }
  function swap() {
    [selects.a.value, selects.b.value] = [selects.b.value, selects.a.value];
    changed();
  }
  return el(
    "form",
    { class: "chooser", onsubmit: (event) => event.preventDefault() },
    el("label", null, el("span", null, t.earlier), selects.a),
    el("button", { type: "button", onclick: swap }, `⇄ ${t.swap}`),
    el("label", null, el("span", null, t.later), selects.b),
  );
}

function optionText(run: KeptRun, lang: Lang): string {
  return [
    formatTime(run.startedAt),
    words[lang][run.status],
    versionText(run.version, lang),
    verdictCounts(run.verdicts, lang),
  ].join(" · ");
}
