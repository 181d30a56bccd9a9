/** The part of a run document that a page needs at first. The whole one is fetched when a picture comes into view. */
import type { Chain } from "../model/chain/types.js";
import type { RunDocument } from "../model/run.js";

export interface RunDigest extends Omit<RunDocument, "chains" | "timelines" | "timelineSpecs" | "recipes"> {
  /** Recipes of derived observations only: those say what they are derived from. */
  recipes: RunDocument["recipes"];
  /** Every chain, with those links only that a prediction or a verdict names; all breaks where it names `breaks`. */
  chains: Pick<Chain, "id" | "links">[];
  /** Which timelines the whole document holds. */
  timelines: { id: string }[];
}

/** Values, sources and verdicts are taken over as they stand; nothing is computed. */
export function digestRun(run: RunDocument): RunDigest {
  const { timelineSpecs: _, ...rest } = run;
  const cited = new Set(run.verdicts.flatMap(({ observed }) => Object.keys(observed)));
  for (const { claim } of run.predictions) for (const ref of claim.of) cited.add(ref);
  const breaksCited = (chain: string) => cited.has(`${chain}/breaks`) || cited.has(`${chain}/first-break`);
  return {
    ...rest,
    recipes: Object.fromEntries(
      Object.entries(run.recipes).filter(([, recipe]) => recipe.from === "derived"),
    ),
    chains: run.chains.map(({ id, links }) => ({
      id,
      links: links.filter((link) => cited.has(`${id}/${link.id}`) || (link.break && breaksCited(id))),
    })),
    timelines: run.timelines.map(({ id }) => ({ id })),
  };
}
