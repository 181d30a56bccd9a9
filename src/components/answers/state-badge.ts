import { el } from "../element.js";
import type { AnswerSummary } from "./summary.js";
import type { AnswerWords } from "./words.js";

const LOOKS = {
  VERIFIED: ["badge-CONFIRMED", "✓"],
  VERIFIED_WITH_NOT_RUN: ["badge-PARTIAL", "◐"],
  NOT_VERIFIED: ["badge-REFUTED", "✗"],
} as const;

/** The state in words, with a mark and a shape, so that its colour is never alone. */
export function stateBadge(state: AnswerSummary["state"], t: AnswerWords): HTMLElement {
  const [look, mark] = LOOKS[state];
  return el(
    "span",
    { class: `badge ${look}` },
    el("span", { "aria-hidden": "true" }, mark),
    ` ${t.state[state]}`,
  );
}
