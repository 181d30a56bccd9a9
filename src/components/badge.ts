/** A status in words, with a mark and a shape, so that its colour is never alone. */
import { el } from "./element.js";
import type { Words } from "./text.js";

const marks = {
  CONFIRMED: "✓",
  REFUTED: "✗",
  INCONCLUSIVE: "?",
  NOT_RUN: "○",
  OBSERVED: "●",
  STALE: "◐",
  PLANNED: "",
  OK: "✓",
  FAILED: "✗",
  TIMED_OUT: "✗",
  BLOCKED: "∅",
  COMPLETE: "●",
  PARTIAL: "◐",
  ABORTED: "✗",
  NOT_FOUND: "○",
} as const;

export type Status = keyof typeof marks;

export function badge(status: Status, words: Words): HTMLElement {
  return el(
    "span",
    { class: `badge badge-${status}`, title: words[status] },
    marks[status] && [el("span", { "aria-hidden": "true" }, marks[status]), " "],
    status === "PLANNED" ? words.PLANNED : status,
  );
}
