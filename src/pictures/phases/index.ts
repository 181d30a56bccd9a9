/** Phases on a time axis, with lanes for what went on beside them. Every boundary is an event that was recorded. */
import type { Drawing } from "../figure.js";
import { esc, h } from "../html.js";
import type { Sheet } from "../sheet.js";
import { restingLook, type State, statesOf } from "../states.js";
import { drawNarrow } from "./narrow.js";
import { type Phases, resolvePhases, type Span } from "./resolve.js";
import type { PhasesSpec } from "./spec.js";
import { drawStill } from "./still.js";
import { layoutWide, round, timeOf } from "./wide.js";

export { phasesSchema } from "./spec.js";

export function drawPhases(spec: PhasesSpec, sheet: Sheet): Drawing {
  const phases = resolvePhases(spec, sheet);
  const all = [...phases.spans, ...phases.lanes.flatMap(({ spans }) => spans)];
  const parts = all.map(({ id }) => id);
  const wide = layoutWide(phases, spec.scale);
  const states = spec.states.length > 0 ? statesOf(spec, parts, sheet) : ownStates(phases, sheet);
  const title = sheet.text(spec.title, ["title"]).plain;
  return {
    states: states.map((state) => revealed(state, all)),
    rest: spec.states.length > 0 ? restingLook(spec, states) : restingLook(spec, []),
    still: (look, at) => drawStill(phases, spec.scale, look, at),
    zero: phases.zero,
    playhead: (at) => round(wide.scale(at)),
    draw: (look, at) =>
      h("div", { class: "pic-wide" }, wide.svg(look, at, title), legendOf(wide.legend), notes(spec, sheet)) +
      drawNarrow(phases, spec.scale, look),
    inWords: inWords(phases, sheet),
  };
}

/** What has not begun at a state's moment is not there yet. */
function revealed(state: State, all: Span[]): State {
  const { at } = state.moment;
  if (at === undefined) return state;
  const later = all
    .filter((span) => span.startsAt !== undefined && span.start > at + 0.5)
    .map(({ id }) => id);
  return { ...state, off: new Set([...state.off, ...later]) };
}

/**
 * Without states of the writer's, the film stops at every boundary that was recorded, of phases and of lanes. What one
 * event begins in several rows is one state.
 */
function ownStates({ spans, lanes }: Phases, { words: { and } }: Sheet): State[] {
  const main = spans.map((span) => ({ span, said: [span.begins, span.label, span.note] }));
  const beside = lanes.flatMap((lane) =>
    lane.spans.map((span) => ({ span, said: [lane.label, span.label] })),
  );
  const states = new Map<number, State>();
  for (const { span, said } of [...main, ...beside]) {
    const moment = span.startsAt;
    if (moment?.at === undefined) continue;
    const words = said.map(({ html }) => html).filter((html) => html !== "");
    const known = states.get(moment.at);
    states.set(moment.at, {
      moment,
      text: { html: [known?.text.html, words.join(" · ")].filter(Boolean).join(and) },
      off: new Set<string>(),
      broken: new Set<string>(),
      marked: new Set([...(known?.marked ?? []), span.id]),
    });
  }
  return [...states.entries()].sort(([a], [b]) => a - b).map(([, state]) => state);
}

function legendOf(legend: string[]): string {
  return legend.length === 0
    ? ""
    : h(
        "ol",
        { class: "pic-legend" },
        legend.map((html) => h("li", null, html)),
      );
}

function notes(spec: PhasesSpec, { words }: Sheet): string {
  return spec.scale === "even" ? h("p", { class: "pic-remark" }, words.notToScale) : "";
}

/** Every phase with its boundaries, each with the event that says so. */
function inWords(phases: Phases, { words }: Sheet): string[] {
  const rows = [
    { label: "", spans: phases.spans },
    ...phases.lanes.map((lane) => ({ label: lane.label.html, spans: lane.spans })),
  ];
  const bound = (moment: Span["startsAt"]) =>
    moment &&
    `${esc(timeOf(moment.at, phases.zero))} (${moment.href ? h("a", { href: moment.href }, h("code", null, esc(moment.source))) : esc(moment.source)})`;
  return rows.flatMap(({ label, spans }) =>
    spans.map((span) => {
      const from = bound(span.startsAt);
      const to = bound(span.endsAt);
      return h(
        "li",
        null,
        label && `${label}: `,
        h("strong", null, span.label.html),
        from && ` · ${from}`,
        to && ` → ${to}`,
        span.note.plain !== "" && ` · ${span.note.html}`,
        span.uncertain && ` · ○ ${words.missing}`,
      );
    }),
  );
}
