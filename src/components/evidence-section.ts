/** Chains, timelines, every observed value, and the steps that no other part of the page shows. */
import type { Chain } from "../model/chain/types.js";
import type { ChapterSheet } from "./book.js";
import { chainPicture } from "./chain-picture.js";
import { distributionView } from "./charts/distribution-view.js";
import { el } from "./element.js";
import { observedValue } from "./observed-value.js";
import type { Page, WholePage } from "./page.js";
import { stepList } from "./step-list.js";
import { timelineView } from "./timeline.js";
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

/** Chains and timelines are most of a run document, so it is fetched when they are about to be seen. */
function pictures(page: Page): HTMLElement {
  const place = el("div", { class: "pictures" }, el("p", { class: "empty" }, page.words.loading));
  whenSeen(place, async () => {
    const [run, charts] = await Promise.all([page.whole(), page.charts()]);
    const whole: WholePage = { ...page, run };
    place.replaceChildren(
      ...generations(run.chains).map((chains) => chainFigure(chains, whole)),
      ...run.timelines.map((timeline) =>
        timelineView(
          timeline,
          charts.timelines.find(({ id }) => id === timeline.id),
          whole,
        ),
      ),
      ...charts.distributions.map((chart) => distributionView(chart, page.lang)),
    );
  });
  return place;
}

function isExercise(sheet: ChapterSheet, id: string): boolean {
  return sheet.lab?.cases.find((one) => one.id === id)?.kind === "exercise";
}

function chainFigure(chains: Chain[], page: WholePage): HTMLElement {
  const { words } = page;
  const count = (test: (link: Chain["links"][number]) => boolean) =>
    chains.flatMap(({ links }) => links).filter(test).length;
  return el(
    "figure",
    { class: "chain-figure" },
    el(
      "figcaption",
      null,
      el("strong", null, words.chain),
      ` ${chains.map(({ pod }) => words.chainOf(`${pod.namespace}/${pod.name}`, pod.node)).join(" / ")} · `,
      `${count((link) => !link.break)} ${words.proven}, ${count((link) => link.break !== undefined)} ${words.breaks}`,
      chains.some(({ generation }) => generation === null) && el("p", { class: "fault" }, words.noGeneration),
      el("p", { class: "hint" }, chains.length > 1 ? `${words.generations} ` : "", words.chainHint),
    ),
    chainPicture(chains, page),
  );
}

/**
 * Chains of one Pod name in pairs, in the order recorded: the two sides of a recreation are read together. An odd last one
 * stands beside the one before it.
 */
export function generations(chains: Chain[]): Chain[][] {
  const byName = new Map<string, Chain[]>();
  for (const chain of chains) {
    const name = `${chain.pod.namespace}/${chain.pod.name}`;
    byName.set(name, [...(byName.get(name) ?? []), chain]);
  }
  return [...byName.values()].flatMap((same) => {
    const pairs: Chain[][] = [];
    for (let index = 0; index < same.length; index += 2) {
      const start = index + 1 === same.length ? Math.max(0, index - 1) : index;
      pairs.push(same.slice(start, start + 2));
    }
    return pairs;
  });
}
