/** Which answers may be on the page: an answer waits as long as its values would tell that of an open question. Pure. */
import type { Prediction, Ref } from "../../model/predictions/types.js";
import type { RunDigest } from "../run-digest.js";

export interface Told {
  predictions: Prediction[];
  recipes: RunDigest["recipes"];
  /** Answers on the page. */
  shown: ReadonlySet<string>;
  /** Neither sealed nor seen: what must not be given away. */
  open: ReadonlySet<string>;
  /** What the reader sealed: its answer shows what it speaks of, too. */
  claims: ReadonlyMap<string, Pick<Prediction, "claim">>;
}

/** The open questions whose answer could be told from the page, once these answers are on it too. */
export function spoiledBy(more: string[], { predictions, recipes, shown, open, claims }: Told): string[] {
  const onPage = new Set([...shown, ...more]);
  const answers = predictions.filter(({ id }) => onPage.has(id));
  const told = new Set([...answers, ...answers.flatMap(({ id }) => claims.get(id) ?? [])].flatMap(refsOf));
  for (const [name, recipe] of Object.entries(recipes)) {
    if (recipe.from === "derived" && recipe.of.every((ref) => told.has(ref))) told.add(name);
  }
  return predictions
    .filter(({ id, claim }) => open.has(id) && !onPage.has(id) && claim.of.every((ref) => told.has(ref)))
    .map(({ id }) => id);
}

/** Adds to `shown` each sealed answer that tells nothing of an open question, in the order given. */
export function reveal(sealed: Iterable<string>, told: Told & { shown: Set<string> }): void {
  for (const id of sealed) {
    if (!told.shown.has(id) && spoiledBy([id], told).length === 0) told.shown.add(id);
  }
}

/** The predictions of a case, and those of other cases that are read from its steps. */
export function toldByCase(id: string, predictions: Prediction[], run: RunDigest): string[] {
  const steps = new Set(run.steps.filter((step) => step.case === id).map((step) => step.id));
  const isRead = (ref: Ref): boolean => {
    const slash = ref.indexOf("/");
    if (slash > 0) return steps.has(ref.slice(0, slash));
    const recipe = Object.hasOwn(run.recipes, ref) ? run.recipes[ref] : undefined;
    if (recipe?.from === "derived") return recipe.of.every(isRead);
    return steps.has(run.observations[ref]?.source?.step ?? "");
  };
  return predictions.filter((one) => one.case === id || one.claim.of.every(isRead)).map((one) => one.id);
}

function refsOf({ claim }: Pick<Prediction, "claim">): Ref[] {
  return [...claim.of, ...(claim.to && "observed" in claim.to ? [claim.to.observed] : [])];
}
