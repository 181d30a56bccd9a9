/**
 * Veils what would tell the reader an answer. A part of the page says what it tells: `data-reveals` holds IDs of
 * predictions, or `*` for all; `data-reveals-case` the case whose steps it shows. Paper shows no more than the screen does.
 */
import { el } from "../element.js";
import type { Lang } from "../text.js";
import type { Desk } from "./desk.js";
import { toldByCase } from "./reveal.js";
import { predictWords } from "./words.js";

export interface Gates {
  /** Lifts and lowers veils as the desk says. */
  refresh(): void;
  /** The veiled part that holds the element, other than as its heading. */
  veiling(target: Element): Gate | undefined;
}

export interface Gate {
  element: HTMLElement;
  tells: string[];
  note: HTMLElement;
}

export function veil(article: HTMLElement, desk: Desk, lang: Lang): Gates {
  const gates = [...article.querySelectorAll<HTMLElement>("[data-reveals], [data-reveals-case]")].map(
    (element): Gate => {
      const tells = toldBy(element, desk);
      const note = el("div", { class: "veil-note", hidden: true });
      placeNote(element, note);
      return { element, tells, note };
    },
  );
  return { refresh: () => gates.forEach(refresh), veiling };

  function refresh({ element, tells, note }: Gate): void {
    const closed = tells.some((id) => !desk.isShown(id));
    element.classList.toggle("veiled", closed);
    note.hidden = !closed || element.dataset.quiet !== undefined;
    if (closed) note.replaceChildren(...noteContent(tells));
  }

  function noteContent(tells: string[], t = predictWords[lang]): Node[] {
    const left = desk.waitsFor(tells);
    return [
      el("p", { class: "hint" }, t.veiled(left.length)),
      el("p", { class: "veil-actions" }, [
        el(
          "button",
          { type: "button", class: "veil-show", onclick: () => desk.show(tells, "asked") },
          t.showAnyway,
        ),
        " ",
        el("a", { href: `#question-${left[0] ?? tells[0]}` }, t.toQuestions),
        el("span", { class: "hint" }, ` ${t.showMeHint}`),
      ]),
    ];
  }

  function veiling(target: Element): Gate | undefined {
    return gates.find(
      ({ element, note }) =>
        element.classList.contains("veiled") &&
        element.contains(target) &&
        !note.contains(target) &&
        !(element === target && headingOf(element)),
    );
  }
}

function toldBy(element: HTMLElement, { predictions, run }: Desk): string[] {
  const { reveals = "", revealsCase } = element.dataset;
  if (reveals === "*") return predictions.map(({ id }) => id);
  const known = new Set(predictions.map(({ id }) => id));
  const named = reveals.split(" ").filter((id) => known.has(id));
  const byCase = revealsCase && run ? toldByCase(revealsCase, predictions, run) : [];
  return [...new Set([...named, ...byCase])];
}

/** Under the part's heading, which stays; before a part that has none, and is veiled whole. */
function placeNote(element: HTMLElement, note: HTMLElement): void {
  const heading = headingOf(element);
  if (heading) heading.after(note);
  else {
    element.classList.add("veil-whole");
    element.before(note);
  }
}

function headingOf(element: Element): Element | undefined {
  const first = element.firstElementChild;
  return first && /^H[2-4]$/.test(first.tagName) ? first : undefined;
}
