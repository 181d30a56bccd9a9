/** How a run's predictions were judged: a strip in proportion, with the same in words. */
import type { RunSummary } from "./book.js";
import { el } from "./element.js";
import { readingWords } from "./reading-text.js";
import { type Lang, words } from "./text.js";

const kinds = ["CONFIRMED", "REFUTED", "INCONCLUSIVE", "NOT_RUN"] as const;

export function tally(verdicts: RunSummary["verdicts"], lang: Lang): HTMLElement {
  const found = kinds.filter((kind) => verdicts[kind]);
  const text = found.map((kind) => `${verdicts[kind]} ${words[lang][kind]}`).join(" · ");
  return el(
    "span",
    { class: "tally" },
    el(
      "span",
      { class: "tally-strip", "aria-hidden": "true" },
      found.map((kind) => el("span", { class: `tally-${kind}`, style: `flex-grow: ${verdicts[kind]}` })),
    ),
    el("span", { class: "for-screen-readers" }, `${readingWords[lang].verdictsColumn}: `),
    el("span", { class: "tally-text" }, text),
  );
}

export function sumVerdicts(runs: RunSummary[]): RunSummary["verdicts"] {
  const sum: RunSummary["verdicts"] = {};
  for (const { verdicts } of runs)
    for (const kind of kinds) if (verdicts[kind]) sum[kind] = (sum[kind] ?? 0) + verdicts[kind];
  return sum;
}
