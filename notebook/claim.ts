/** `::: claim id …`: prose that stands only while its predictions are CONFIRMED in the run that the page shows. */
import type { Prediction, Verdict } from "../src/model/predictions/types.js";
import { plain, tag, withCode } from "./html.js";
import { show } from "./show.js";
import { fault, type Page } from "./types.js";
import { words } from "./words.js";

export interface Judged {
  id: string;
  prediction?: Prediction;
  verdict?: Verdict;
}

/** What became of the predictions that a claim names; each unknown name is a fault. */
export function judged(ids: string[], page: Page, line: number): Judged[] {
  const { run, lab } = page.chapter;
  if (ids.length === 0) fault(page, line, "claim: names no prediction");
  return ids.map((id) => {
    const prediction =
      run?.predictions.find((one) => one.id === id) ?? lab?.predictions.find((one) => one.id === id);
    if (!prediction) fault(page, line, `claim ${id}: there is no prediction ${id}`);
    else page.cited.claims.add(id);
    return { id, prediction, verdict: run?.verdicts.find((one) => one.prediction === id) };
  });
}

export function stands(all: Judged[]): boolean {
  return all.length > 0 && all.every(({ verdict }) => verdict?.verdict === "CONFIRMED");
}

/** What is said at the place of a claim that does not hold; `was` is the prose that stands when it does, as HTML. */
export function unmet(all: Judged[], was: string, page: Page): string {
  const { lang } = page.chapter;
  const t = words[lang];
  const refuted = all.some(({ verdict }) => verdict?.verdict === "REFUTED");
  const items = all
    .filter(({ verdict }) => verdict?.verdict !== "CONFIRMED")
    .map((one) => tag("li", {}, told(one, page)));
  return tag(
    "aside",
    { class: `unmet${refuted ? " unmet-refuted" : ""}`, role: "note" },
    [
      tag(
        "p",
        {},
        tag("strong", {}, `${refuted ? "✗" : "○"} ${plain(refuted ? t.unmetTitle : t.unmetUndecided)}`),
      ),
      tag("ul", {}, items.join("")),
      tag("details", {}, tag("summary", {}, plain(t.unmetWas)) + was),
    ].join("\n"),
  );
}

function told({ id, prediction, verdict }: Judged, page: Page): string {
  const { lang, run } = page.chapter;
  const t = words[lang];
  const kind = verdict?.verdict ?? "NOT_RUN";
  const statement = prediction ? withCode(prediction.text[lang]) : plain(id);
  const why = verdict?.explanation ?? (run ? t.notInRun : t.noRun);
  const values = (prediction?.claim.of ?? []).map((ref) => {
    const shown = show(ref, page);
    return "fault" in shown ? "" : tag("span", { class: "v", title: shown.title }, plain(shown.text));
  });
  const observed =
    verdict?.verdict === "REFUTED" ? `; ${t.observedInstead}: ${values.filter(Boolean).join(", ")}` : "";
  return `${t.predicted}: ${statement} <strong>${kind}</strong>${observed} <span class="why">(${plain(why)})</span>`;
}
