/** The pictures of a run: identity chains, timelines, distributions. Loaded when they are about to be seen. */
import type { Chain } from "../model/chain/types.js";
import { chainPicture } from "./chain-picture.js";
import { distributionView } from "./charts/distribution-view.js";
import { el } from "./element.js";
import type { Page, WholePage } from "./page.js";
import { timelineView } from "./timeline.js";

/** Fetches the whole run and what its charts are drawn from. */
export async function draw(page: Page): Promise<HTMLElement[]> {
  const [run, charts] = await Promise.all([page.whole(), page.charts()]);
  const whole: WholePage = { ...page, run };
  return [
    ...generations(run.chains).map((chains) => chainFigure(chains, whole)),
    ...run.timelines.map((timeline) =>
      timelineView(
        timeline,
        charts.timelines.find(({ id }) => id === timeline.id),
        whole,
      ),
    ),
    ...charts.distributions.map((chart) => distributionView(chart, page.lang)),
  ];
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
