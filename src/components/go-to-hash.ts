/**
 * A page is drawn after the browser looked for the place that its address names; so it is gone to again. `#value-<name>` names
 * an observed value: its step is opened and the bytes marked.
 */

import type { Page } from "./page.js";
import { proofOf } from "./proof.js";

export function goToHash(article: HTMLElement, page?: Page): void {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name === "") return;
  const value = page && /^value-(.+)$/.exec(name)?.[1];
  const proof = value && proofOf(page.run, value);
  // The article stands in the page only after the code that made it has returned.
  const soon = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));
  if (proof && "sources" in proof && proof.sources[0]) return void soon(() => page!.show(proof.sources[0]!));
  const target = article.querySelector(`[id="${CSS.escape(name)}"]`);
  if (!target) return;
  for (let outer = target.closest("details"); outer; outer = outer.parentElement?.closest("details") ?? null)
    outer.open = true;
  // an address that names a part asks for what is folded in it
  for (const fold of target.querySelectorAll<HTMLDetailsElement>(":scope > details.fold")) fold.open = true;
  soon(() => target.scrollIntoView({ block: "start" }));
}
