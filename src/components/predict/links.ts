/** Links to evidence while it is veiled: from outside they lift the veil, on the page they lead to its edge. */
import { el } from "../element.js";
import { showStep } from "../step-list.js";
import type { Lang } from "../text.js";
import type { Desk } from "./desk.js";
import type { Gates } from "./gates.js";
import { predictWords } from "./words.js";

export function followLinks(article: HTMLElement, desk: Desk, gates: Gates, lang: Lang): void {
  const t = predictWords[lang];
  arrive(true);
  window.addEventListener("hashchange", () => article.isConnected && arrive(false));

  // The comparison of runs shows what was observed.
  article.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".compare-link a")) showAll();
  });

  // Captured, so that the veiled step is neither opened nor scrolled to.
  article.addEventListener(
    "click",
    (event) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
      const target = link && byId(article, link.hash.slice(1));
      const gate = target && gates.veiling(target);
      if (!gate) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      gate.note.hidden = false;
      gate.note.querySelector(".hint")?.append(` ${t.veiledLeap}`);
      gate.note.scrollIntoView({ block: "center" });
      gate.note.querySelector("button")?.focus({ preventScroll: true });
    },
    true,
  );

  function showAll(): void {
    const hidden = desk.predictions.map(({ id }) => id).filter((id) => !desk.isShown(id));
    if (hidden.length > 0) desk.show(hidden, "link");
  }

  /** A link to a place that is veiled says that its reader wants to see it. */
  function arrive(fromOutside: boolean): void {
    const name = decodeURIComponent(location.hash.slice(1));
    // a notebook leads to the proof of a value that it shows
    if (name.startsWith("value-") && desk.mode === "predict") return showAll();
    const target = byId(article, name);
    if (!target || desk.mode !== "predict") return;
    const isPart = fromOutside && target.matches("section.veiled");
    const gate = gates.veiling(target);
    if (!gate && !isPart) return;
    showAll();
    article.querySelector(".reading-choice")?.append(el("p", { class: "notice", role: "status" }, t.byLink));
    // the page is not in the document yet while it is being made
    setTimeout(() => {
      const step = /^step-(.+)$/.exec(target.id)?.[1];
      if (!(step && showStep({ step, stream: "record" }, article))) target.scrollIntoView({ block: "start" });
    });
  }
}

function byId(article: HTMLElement, id: string): HTMLElement | null {
  return id === "" ? null : article.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`);
}
