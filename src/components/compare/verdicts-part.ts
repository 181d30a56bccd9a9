/** Verdicts that are not the same: newly REFUTED ones first and by themselves, drifted ones last and folded. */
import type { VerdictChange, VerdictChangeKind } from "../../model/compare/types.js";
import type { Text } from "../../model/run.js";
import { badge } from "../badge.js";
import { el } from "../element.js";
import { formatCount } from "../format.js";
import { tell } from "../prose.js";
import { valueText } from "./chips.js";
import type { View } from "./view.js";

const others: VerdictChangeKind[] = ["changed", "amended", "added", "removed"];

export function verdictsPart(view: View): HTMLElement {
  const { comparison, t } = view;
  const of = (kind: VerdictChangeKind) => comparison.verdicts.filter(({ change }) => change === kind);
  const [refuted, drifted] = [of("refuted"), of("drifted")];
  const between = others.filter((kind) => of(kind).length > 0);
  return el(
    "div",
    { class: "verdict-changes" },
    refuted.length > 0 ? group("refuted", refuted, view) : el("p", { class: "clean" }, t.noneRefuted),
    between.map((kind) => group(kind, of(kind), view)),
    between.length + refuted.length === 0 && el("p", null, t.noneChanged),
    drifted.length > 0 &&
      el(
        "details",
        { class: "further", "data-change": "drifted" },
        el("summary", null, `${t.change.drifted} (${drifted.length})`),
        list(drifted, view),
      ),
    comparison.same.verdicts > 0 &&
      el("p", { class: "note" }, t.sameVerdicts(formatCount(comparison.same.verdicts))),
  );
}

function group(kind: VerdictChangeKind, changes: VerdictChange[], view: View): HTMLElement {
  return el(
    "section",
    { class: `change change-${kind}`, "data-change": kind },
    el("h3", null, view.t.change[kind]),
    list(changes, view),
  );
}

function list(changes: VerdictChange[], view: View): HTMLElement {
  return el(
    "ul",
    { class: "change-list" },
    changes.map((change) => el("li", null, entry(change, view))),
  );
}

function entry(change: VerdictChange, view: View): HTMLElement {
  const { words, lang } = view;
  const text = textOf(change.prediction, view);
  const refs = [...new Set([...Object.keys(change.observedA), ...Object.keys(change.observedB)])];
  const side = (verdict: VerdictChange["a"]) => (verdict ? badge(verdict, words) : el("span", null, "—"));
  return el(
    "div",
    { "data-prediction": change.prediction },
    el("p", { class: "change-text" }, text ? tell(text, lang) : change.prediction),
    el("p", { class: "change-verdicts" }, side(change.a), " → ", side(change.b)),
    refs.length > 0 &&
      el(
        "dl",
        { class: "change-values" },
        refs.map((ref) => [
          el("dt", null, el("code", null, ref)),
          el(
            "dd",
            null,
            valueText(change.observedA[ref], "a", view),
            " → ",
            valueText(change.observedB[ref], "b", view),
          ),
        ]),
      ),
    el("p", { class: "explanation" }, change.explanation),
  );
}

function textOf(prediction: string, { runs }: View): Text | undefined {
  return [runs.b, runs.a].flatMap((run) => run.predictions).find(({ id }) => id === prediction)?.text;
}
