/** Phases from top to bottom, lanes as bars with their words below: the picture for a phone. */
import { esc, h } from "../html.js";
import { type Look, partClass } from "../states.js";
import type { Lane, Phases, Span } from "./resolve.js";
import { makeScale } from "./scale.js";
import { round, ticksInside, timeOf } from "./wide.js";

export function drawNarrow(phases: Phases, kind: "linear" | "even", look: Look): string {
  return h(
    "div",
    { class: "phases-narrow" },
    h(
      "ol",
      { class: "phases-down" },
      phases.spans.map((span) => step(span, phases, look)),
    ),
    phases.lanes.map((lane) => laneDown(lane, phases, kind, look)),
  );
}

function step(span: Span, phases: Phases, look: Look): string {
  const share = (span.end - span.start) / (phases.to - phases.from);
  return h(
    "li",
    {
      class: partClass(
        span.id,
        look,
        "pic-down",
        `is-${span.tone}`,
        `is-tall-${Math.ceil(share * 8)}`,
        span.uncertain && "is-missing",
      ),
      "data-part": span.id,
    },
    h("span", { class: "pic-time" }, span.startsAt ? esc(timeOf(span.startsAt.at, phases.zero)) : ""),
    h(
      "span",
      { class: "pic-body" },
      span.begins.plain !== "" && h("span", { class: "pic-begins" }, span.begins.html),
      h("strong", null, span.label.html),
      span.note.plain !== "" && h("span", { class: "pic-note" }, span.note.html),
    ),
  );
}

function laneDown(lane: Lane, phases: Phases, kind: "linear" | "even", look: Look): string {
  const scale = makeScale(phases, kind, 0, 320);
  return h(
    "div",
    { class: "pic-lane-down" },
    h("strong", null, lane.label.html),
    h(
      "svg",
      { viewBox: "0 0 320 14", "aria-hidden": "true" },
      h("line", { class: "pic-rail", x1: 0, x2: 320, y1: 7, y2: 7 }),
      lane.spans.map((span) =>
        h(
          "g",
          {
            class: partClass(span.id, look, "pic-phase", `is-${span.tone}`, span.uncertain && "is-missing"),
            "data-part": span.id,
          },
          h("rect", {
            x: round(scale(span.start)),
            y: 0,
            width: round(Math.max(scale(span.end) - scale(span.start), 1.5)),
            height: 14,
          }),
        ),
      ),
      lane.ticks.length > 0 &&
        h("path", {
          class: "pic-ticks",
          d: ticksInside(lane.ticks, phases)
            .map((tick) => `M${round(scale(tick))} 1v12`)
            .join(""),
        }),
    ),
    lane.spans.length > 0 &&
      h(
        "ul",
        null,
        lane.spans.map((span) =>
          h(
            "li",
            { class: partClass(span.id, look, `is-${span.tone}`), "data-part": span.id },
            span.label.html,
            h("span", { class: "pic-time" }, ` ${esc(rangeOf(span, phases))}`),
          ),
        ),
      ),
  );
}

function rangeOf({ startsAt, endsAt }: Span, { zero }: Phases): string {
  const from = startsAt ? timeOf(startsAt.at, zero) : "…";
  const to = endsAt ? timeOf(endsAt.at, zero) : "…";
  return `${from} – ${to}`;
}
