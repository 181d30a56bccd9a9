/** Chains, timelines, every observed value, and the steps that no other part of the page shows. */
import type { ChapterSheet } from "./book.js";
import { el } from "./element.js";
import { observedValue } from "./observed-value.js";
import type { Page } from "./page.js";
import { stepList } from "./step-list.js";
import { whenSeen } from "./when-seen.js";

export function evidenceSection(sheet: ChapterSheet, page: Page): HTMLElement {
  const { words, run } = page;
  const names = Object.keys(run.observations);
  const elsewhere = new Set(sheet.lab?.cases.filter(({ kind }) => kind !== "normal").map(({ id }) => id));
  const shownInExercises = new Set(sheet.lab?.exercises.map((exercise) => exercise.case));
  const steps = run.steps.filter(
    (step) => !elsewhere.has(step.case) || (isExercise(sheet, step.case) && !shownInExercises.has(step.case)),
  );
  return el(
    "div",
    null,
    run.chains.length + run.timelines.length > 0 && pictures(page),
    names.length > 0 &&
      el(
        "details",
        { class: "observations" },
        el("summary", null, `${words.observations} (${names.length})`),
        names.map((name) => observedValue(name, page)),
      ),
    steps.length > 0 && [el("h3", null, words.steps), stepList(steps, page)],
  );
}

/** Chains and timelines are most of a run document, and most of the code: both are fetched when about to be seen. */
function pictures(page: Page): HTMLElement {
  const place = el("div", { class: "pictures" }, el("p", { class: "empty" }, page.words.loading));
  whenSeen(place, async () => {
    const { draw } = await import("./pictures.js");
    place.replaceChildren(...(await draw(page)));
  });
  return place;
}

function isExercise(sheet: ChapterSheet, id: string): boolean {
  return sheet.lab?.cases.find((one) => one.id === id)?.kind === "exercise";
}
