/** One observed value with the way to its proof; where there is none, the reason and no value. */
import type { Ref } from "../model/predictions/types.js";
import type { Source, Value } from "../model/run.js";
import { badge, type Status } from "./badge.js";
import { el } from "./element.js";
import { formatValue } from "./format.js";
import type { Page } from "./page.js";
import { proofOf } from "./proof.js";

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
    sourceLink(el("code", { class: "value" }, formatValue(proof.value, proof.unit)), proof.sources[0]!, page),
    proof.of.length > 0 &&
      el("span", { class: "derived" }, `${page.words.derivedFrom} ${proof.of.join(", ")}`),
    toldLink("values", ref, page),
  );
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
