/** Verdicts by version: one row a prediction, one column a version. */
import type { Prediction } from "../../model/predictions/types.js";
import { badge } from "../badge.js";
import { command } from "../copy-button.js";
import { el } from "../element.js";
import { tell } from "../prose.js";
import { type Lang, words } from "../text.js";
import type { ChapterRuns, KeptRun } from "./runs-book.js";
import { compareWords } from "./words.js";

/** `predictions` give the rows their texts; a prediction that none of them has is shown by its id. */
export function matrixPart(
  chapter: string,
  { matrix }: ChapterRuns,
  predictions: Prediction[],
  lang: Lang,
): HTMLElement {
  const t = compareWords[lang];
  const { columns, rows } = matrix;
  if (columns.length < 2) return single(chapter, columns[0]?.version, lang);
  return el(
    "div",
    { class: "matrix-scroll", tabindex: "0", role: "group", "aria-label": t.matrix },
    el("p", { class: "hint" }, t.matrixHint),
    el(
      "table",
      { class: "matrix" },
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          el("th", { scope: "col" }, words[lang].prediction),
          columns.map(({ version }) => el("th", { scope: "col" }, versionText(version, lang))),
        ),
      ),
      el(
        "tbody",
        null,
        rows.map(({ prediction, verdicts }) =>
          el(
            "tr",
            { class: new Set(verdicts).size > 1 ? "differs" : undefined },
            el("th", { scope: "row" }, textOf(prediction, predictions, lang)),
            verdicts.map((verdict) => el("td", null, verdict ? badge(verdict, words[lang]) : "—")),
          ),
        ),
      ),
    ),
  );
}

export function versionText(
  { kubernetes, containerd, families, kernel }: KeptRun["version"],
  lang: Lang,
): string {
  if (!kubernetes) return `${words[lang].onKernel} ${kernel}`;
  return [`Kubernetes ${kubernetes}`, containerd && `containerd ${containerd}`, families]
    .filter(Boolean)
    .join(" · ");
}

function single(chapter: string, version: KeptRun["version"] | undefined, lang: Lang): HTMLElement {
  const lines = version?.kubernetes
    ? ["./lab down", "./lab up --image IMAGE", `./lab run ${chapter}`]
    : [`./lab run ${chapter}`];
  return el(
    "div",
    { class: "matrix-one" },
    version && el("p", null, compareWords[lang].matrixOne(versionText(version, lang))),
    version && lines.map((line) => command(line, words[lang])),
  );
}

function textOf(id: string, predictions: Prediction[], lang: Lang) {
  const found = predictions.find((prediction) => prediction.id === id);
  return found ? tell(found.text, lang) : id;
}
