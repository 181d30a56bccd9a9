/** The steps of a case: what was run, how it ended; opened, where, with which command, and what it printed. */
import type { Source } from "../model/run.js";
import { badge } from "./badge.js";
import { el } from "./element.js";
import { formatDuration } from "./format.js";
import { layerTable } from "./layer-table.js";
import { toldLink } from "./observed-value.js";
import type { Page } from "./page.js";
import { tell } from "./prose.js";
import type { StepDigest } from "./run-digest.js";
import type { StepBody } from "./step-body.js";

const openers = new WeakMap<Element, (source: Source) => void>();

export function stepList(steps: StepDigest[], page: Page): HTMLElement {
  return el(
    "ol",
    { class: "steps" },
    steps.map((step) =>
      el("li", null, stepEntry(step, page), step.kind === "diagnose" && layerTable(step, page)),
    ),
  );
}

/** Opens the step that a source names and marks the place in its output. False when the page has no such step. */
export function showStep(source: Source, root: ParentNode): boolean {
  const entry = root.querySelector(`[id="step-${CSS.escape(source.step)}"]`);
  if (!entry) return false;
  for (let outer = entry.closest("details"); outer; outer = outer.parentElement?.closest("details") ?? null)
    outer.open = true;
  openers.get(entry)?.(source);
  entry.scrollIntoView({ block: "start" });
  return true;
}

function stepEntry(step: StepDigest, page: Page): HTMLElement {
  const { words, lang } = page;
  const told = el("p", { class: "step-told" }, toldLink("steps", step.id, page));
  const place = el("div", { class: "step-body" }, el("p", { class: "empty" }, words.loading));
  const entry = el(
    "details",
    { class: "step", id: `step-${step.id}`, ontoggle: () => entry.open && void open() },
    el(
      "summary",
      null,
      el("span", { class: "step-title" }, tell(step.title, lang)),
      badge(step.status, words),
      el("span", { class: "step-facts" }, facts(step, page)),
    ),
    told.firstChild && told,
    place,
  );
  let body: Promise<StepBody> | undefined;
  async function open(source?: Source): Promise<void> {
    try {
      body ??= load();
      (await body).open(source);
    } catch (error) {
      body = undefined;
      place.replaceChildren(
        el("p", { class: "fault", role: "alert" }, `${words.loadFailed} ${(error as Error).message}`),
      );
    }
  }
  async function load(): Promise<StepBody> {
    const [{ stepBody }, { steps, cleanup }] = await Promise.all([import("./step-body.js"), page.whole()]);
    const made = stepBody([...steps, ...cleanup.steps].find(({ id }) => id === step.id)!, page);
    place.replaceChildren(...made.element.childNodes);
    return made;
  }
  openers.set(entry, (source) => {
    entry.open = true;
    void open(source);
  });
  return entry;
}

function facts(step: StepDigest, { words }: Page): string {
  return [
    step.exitCode !== undefined && `${words.exit} ${step.exitCode}`,
    step.signal && `${words.signal} ${step.signal}`,
    step.durationMs !== undefined && formatDuration(step.durationMs),
    step.tries !== undefined && step.tries > 1 && `${step.tries} ${words.tries}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
