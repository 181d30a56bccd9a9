/** Phases as a small still: shapes and the playhead; the state's sentence beside it has the words. */
import { h } from "../html.js";
import { type Look, partClass } from "../states.js";
import type { Phases, Span } from "./resolve.js";
import { makeScale, type Scale } from "./scale.js";
import { round } from "./wide.js";

const width = 320;

export function drawStill(
  phases: Phases,
  kind: "linear" | "even",
  look: Look,
  at: number | undefined,
): string {
  const scale = makeScale(phases, kind, 4, width - 4);
  const height = 34 + phases.lanes.length * 14;
  return h(
    "svg",
    { class: "phases-still", viewBox: `0 0 ${width} ${height}` },
    phases.spans.map((span) => bar(span, scale, 6, 22, look)),
    phases.lanes.flatMap((lane, index) =>
      lane.spans.map((span) => bar(span, scale, 36 + index * 14, 9, look)),
    ),
    at !== undefined &&
      h(
        "g",
        { class: "pic-playhead", transform: `translate(${round(scale(at))} 0)` },
        h("line", { y1: 0, y2: height }),
      ),
  );
}

function bar(span: Span, scale: Scale, y: number, height: number, look: Look): string {
  const x = scale(span.start);
  return h(
    "g",
    { class: partClass(span.id, look, "pic-phase", `is-${span.tone}`, span.uncertain && "is-missing") },
    h("rect", { x: round(x), y, width: round(Math.max(scale(span.end) - x, 1.5)), height }),
  );
}
