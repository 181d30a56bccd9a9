/** The steps whose outputs are not the same bytes; each difference is made when it is opened. */
import type { Side } from "../../model/compare/pseudonyms.js";
import type { Output, StepRecord } from "../../model/run.js";
import { type Child, el } from "../element.js";
import { formatCount } from "../format.js";
import { tell } from "../prose.js";
import { outputDiff } from "./output-diff.js";
import type { View } from "./view.js";

const streams = ["stdin", "stdout", "stderr"] as const;

/** One output of a step that both runs have, or only one. */
interface Pair {
  step: StepRecord;
  stream: (typeof streams)[number];
  a?: Output;
  b?: Output;
  otherArgv: boolean;
}

export function outputsPart(view: View): HTMLElement {
  const { t } = view;
  const pairs = pairsOf(view);
  const differing = pairs.filter(({ a, b }) => a?.sha256 !== b?.sha256);
  return el(
    "div",
    { class: "output-changes" },
    differing.length === 0
      ? el("p", { class: "clean" }, t.noOutputs)
      : [
          el("p", { class: "hint" }, t.outputsHint),
          el(
            "ol",
            { class: "steps" },
            differing.map((pair) => el("li", null, entry(pair, view))),
          ),
        ],
    pairs.length > differing.length &&
      el("p", { class: "note" }, t.sameOutputs(formatCount(pairs.length - differing.length))),
  );
}

function entry(pair: Pair, view: View): HTMLElement {
  const { step, stream, a, b } = pair;
  const body = el("div", { class: "step-body" });
  const details = el(
    "details",
    { class: "step", "data-output": `${step.id}.${stream}`, ontoggle: () => details.open && void load() },
    el(
      "summary",
      null,
      el("span", { class: "step-title" }, tell(step.title, view.lang)),
      el("span", { class: "step-facts" }, facts(pair, view)),
    ),
    body,
  );
  let loaded = false;
  async function load() {
    if (loaded) return;
    loaded = true;
    body.replaceChildren(el("p", { class: "empty" }, view.words.loading));
    try {
      body.replaceChildren(...(await outputDiff({ a, b }, `${step.id} ${stream}`, view)));
    } catch (error) {
      loaded = false;
      body.replaceChildren(
        el("p", { class: "fault", role: "alert" }, `${view.words.loadFailed} ${(error as Error).message}`),
      );
    }
  }
  return details;
}

function facts({ step, stream, a, b, otherArgv }: Pair, { t, words }: View): Child {
  const size = (output: Output | undefined) => (output ? formatCount(output.bytes) : "—");
  const only: Side | undefined = a ? (b ? undefined : "a") : "b";
  return [
    `${step.id} · ${stream} · `,
    only ? t.onlyIn(only) : `${size(a)} → ${size(b)} ${words.bytes}`,
    otherArgv && ` · ${t.otherArgv}`,
  ];
}

/** Steps in the order of b, then those that only a has. */
function pairsOf({ runs: { a, b }, names }: View): Pair[] {
  const command = (side: Side, { argv }: StepRecord) => names.blurText(side, argv.join(" "));
  const [was, is] = [a, b].map((run) => new Map(run.steps.map((step) => [step.id, step])));
  return [...new Set([...is!.keys(), ...was!.keys()])].flatMap((id) => {
    const [one, other] = [was!.get(id), is!.get(id)];
    const otherArgv = Boolean(one && other) && command("a", one!) !== command("b", other!);
    return streams.flatMap((stream) => {
      const pair: Pair = { step: (other ?? one)!, stream, a: one?.[stream], b: other?.[stream], otherArgv };
      const empty = !pair.a?.bytes && !pair.b?.bytes;
      return empty ? [] : [pair];
    });
  });
}
