/**
 * What is asked, without what the author answered: which observations, measured how, in which case. A lab may ask in
 * its own words; otherwise the question says how the observations are read.
 */
import type { Prediction, Ref } from "../../model/predictions/types.js";
import type { RunDocument, Text } from "../../model/run.js";
import type { LabSheet } from "../book.js";
import { type Lang, say } from "../text.js";
import { namespaceOf, type Subject } from "./fields.js";
import { predictWords } from "./words.js";

export interface Question {
  id: string;
  /** The sentence that labels the form. */
  text: string;
  /** Each observation that it is about, and how that is read. */
  about: { ref: Ref; how: string }[];
  subject: Subject;
}

export interface Source {
  run?: Pick<RunDocument, "recipes" | "steps" | "chains" | "timelineSpecs">;
  lab?: LabSheet;
}

export function questionOf(prediction: Prediction, source: Source, lang: Lang): Question {
  const t = predictWords[lang];
  const { id, claim } = prediction;
  // the author's order would answer "which comes first"
  const of = claim.op === "before" ? [...claim.of].sort() : claim.of;
  const unit = claim.unit ?? of.map((ref) => recipeOf(ref, source)?.unit).find((one) => one !== undefined);
  const namespace = claim.namespace ?? namespaceOf(of[0] ?? "");
  const to = claim.to && "observed" in claim.to ? claim.to.observed : undefined;
  const asked = source.lab?.questions?.[id];
  return {
    id,
    text: asked
      ? say(asked, lang)
      : of.length > 1
        ? t.askMany(of)
        : to
          ? t.askCompared(of[0]!, to)
          : t.askOne(of[0]!),
    about: [...of, ...(to ? [to] : [])].map((ref) => ({ ref, how: howRead(ref, source, lang) })),
    subject: { of, ...(to && { to }), ...(unit && { unit }), ...(namespace && { namespace }) },
  };
}

/** Every name that a reader may compare with: observations, links, and what the author's claims speak of. */
export function knownRefs(predictions: Prediction[], run: RunDocument | undefined): Set<Ref> {
  return new Set([
    ...Object.keys(run?.observations ?? {}),
    ...(run?.chains ?? []).flatMap(({ id, links }) => links.map((link) => `${id}/${link.id}`)),
    ...predictions.flatMap(({ claim }) => [
      ...claim.of,
      ...(claim.to && "observed" in claim.to ? [claim.to.observed] : []),
    ]),
  ]);
}

function recipeOf(ref: Ref, { run }: Source) {
  return run && Object.hasOwn(run.recipes, ref) ? run.recipes[ref] : undefined;
}

function howRead(ref: Ref, source: Source, lang: Lang): string {
  const t = predictWords[lang];
  const unit = recipeOf(ref, source)?.unit;
  const inUnit = unit ? t.inUnit(unit) : "";
  const slash = ref.indexOf("/");
  if (slash > 0) {
    const chain = source.run?.chains.find(({ id }) => id === ref.slice(0, slash));
    const link = chain?.links.find(({ id }) => id === ref.slice(slash + 1));
    return chain
      ? t.fromChain(chain.pod.name, chain.id, link ? t.layers[link.layer] : undefined)
      : t.fromChainId(ref.slice(0, slash));
  }
  const recipe = recipeOf(ref, source);
  if (!recipe) return "";
  if (recipe.from === "derived") return t.derived[recipe.op]?.(recipe.of) ?? t.derivedOther(recipe.of);
  if (recipe.from === "timeline") {
    const start = source.run?.timelineSpecs.find(({ id }) => id === recipe.timeline)?.t0;
    return t.moment(recipe.event, recipe.since, start && titleOf(start, source, lang)) + inUnit;
  }
  const title = titleOf(recipe.step, source, lang);
  const { extract } = recipe;
  if (extract.kind === "lines") return t.lines(title);
  if (extract.kind === "record")
    return extract.field === "exitCode" ? t.exitCode(title) : t.duration(title) + inUnit;
  if (extract.kind === "samples")
    return t.sample(t.statistics[extract.statistic] ?? extract.statistic, title) + inUnit;
  if (extract.kind === "text") return t.whole(title);
  return ("all" in extract && extract.all ? t.every(title) : t.value(title)) + inUnit;
}

function titleOf(step: string, { run, lab }: Source, lang: Lang): string {
  const titled: { id: string; title: Text }[] = [
    ...(run?.steps ?? []),
    ...(lab?.cases.flatMap(({ steps }) => steps) ?? []),
  ];
  const found = titled.find(({ id }) => id === step);
  return found ? say(found.title, lang) : step;
}
