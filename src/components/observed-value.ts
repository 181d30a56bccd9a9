/** One observed value with the way to its proof; where there is none, the reason and no value. */
import type { Ref } from "../model/predictions/types.js";
import type { Source, Value } from "../model/run.js";
import { badge, type Status } from "./badge.js";
import { el } from "./element.js";
import { formatValue } from "./format.js";
import type { Page } from "./page.js";
import { lookedIn, proofOf } from "./proof.js";
import { say } from "./text.js";

/** `judged` is the value that a verdict was reached with: shown only when the run proves that same value. */
export function observedValue(ref: Ref, page: Page, judged?: Value): HTMLElement {
  const proof = proofOf(page.run, ref, page.words);
  const name = el("span", { class: "ref" }, ref);
  if ("missing" in proof) {
    return el(
      "div",
      { class: "observed missing" },
      name,
      el("span", { class: "reason" }, missingMark(proof.missing, page), " ", proof.reason),
    );
  }
  if (judged !== undefined && JSON.stringify(judged) !== JSON.stringify(proof.value)) {
    return el(
      "div",
      { class: "observed missing" },
      name,
      el("span", { class: "reason" }, page.words.noProof),
    );
  }
  return el(
    "div",
    { class: "observed" },
    name,
    sourceLink(
      el("code", { class: "value" }, formatValue(proof.value, proof.unit, proof.resolutionMs)),
      proof.sources[0]!,
      page,
    ),
    proof.of.length > 0 &&
      el("span", { class: "derived" }, `${page.words.derivedFrom} ${proof.of.join(", ")}`),
    toldLink("values", ref, page),
  );
}

/** What a verdict established of something that was looked for: that it is not there. */
export function absentValue(ref: Ref, page: Page): HTMLElement {
  const { words, run } = page;
  const place = lookedIn(run, ref);
  return el(
    "div",
    { class: "observed absent" },
    el("span", { class: "ref" }, ref),
    el("span", { class: "value" }, words.notThere),
    place && el("span", { class: "looked-in" }, [`${words.lookedIn} `, placeLink(place, page)]),
    toldLink("values", ref, page),
  );
}

function placeLink(place: Source | { timeline: string }, page: Page): Node {
  if ("timeline" in place) return el("span", null, `${page.words.timeline} ${place.timeline}`);
  const step = page.run.steps.find(({ id }) => id === place.step);
  return sourceLink(step ? say(step.title, page.lang) : place.step, place, page);
}

/** Back to the paragraph of the notebook that uses it. */
export function toldLink(kind: "values" | "steps", name: string, page: Page): HTMLElement | undefined {
  const href = page.toldAt?.(kind, name);
  return href === undefined
    ? undefined
    : el("a", { class: "told-at", href, title: page.words.toldAt }, `↩ ${page.words.inNotebook}`);
}

/** A link to the step that printed it; choosing it marks the bytes there. */
export function sourceLink(content: Node | string, source: Source, page: Page): HTMLElement {
  const where = [source.step, source.stream, source.pointer].filter(Boolean).join(" · ");
  return el(
    "a",
    {
      class: "source",
      href: `#step-${source.step}`,
      title: `${page.words.openRaw}: ${where}`,
      onclick: () => page.show(source),
    },
    content,
  );
}

function missingMark(missing: string, page: Page): Node | string {
  return missing in page.words ? badge(missing as Status, page.words) : `${missing}:`;
}
