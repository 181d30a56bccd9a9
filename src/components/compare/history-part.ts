/** Every run that the history knows, and whether it can still be compared. */
import type { VerdictKind } from "../../model/predictions/types.js";
import { badge } from "../badge.js";
import { el, tableHead } from "../element.js";
import { formatTime } from "../format.js";
import { type Lang, words } from "../text.js";
import { versionText } from "./matrix.js";
import type { ChapterRuns, KeptRun, PastRun } from "./runs-book.js";
import { compareWords } from "./words.js";

export function historyPart({ kept, gone }: ChapterRuns, lang: Lang): HTMLElement {
  const t = compareWords[lang];
  const runs = [...kept, ...gone].sort((x, y) => (x.startedAt < y.startedAt ? 1 : -1));
  return el(
    "table",
    { class: "run-history stacked" },
    tableHead([t.run, t.status, t.outcome, t.kept]),
    el(
      "tbody",
      null,
      runs.map((run) =>
        el(
          "tr",
          { "data-run": run.id },
          el("th", { scope: "row" }, formatTime(run.startedAt), el("code", { class: "run-id" }, run.id)),
          el("td", { "data-label": t.status }, badge(run.status, words[lang])),
          el("td", { "data-label": t.outcome }, verdictCounts(run.verdicts, lang)),
          el("td", { "data-label": t.kept }, keptAs(run, lang)),
        ),
      ),
    ),
  );
}

export function verdictCounts(verdicts: PastRun["verdicts"], lang: Lang): string {
  const kinds: VerdictKind[] = ["CONFIRMED", "REFUTED", "INCONCLUSIVE", "NOT_RUN"];
  return (
    kinds
      .filter((kind) => verdicts[kind])
      .map((kind) => `${verdicts[kind]} ${words[lang][kind]}`)
      .join(" · ") || "—"
  );
}

function keptAs(run: PastRun | KeptRun, lang: Lang): string {
  const t = compareWords[lang];
  const how = "file" in run ? `${t.whole}: ${versionText(run.version, lang)}` : t.lineOnly;
  return run.beside ? `${how} (${t.beside})` : how;
}
