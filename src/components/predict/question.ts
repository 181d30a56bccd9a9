/**
 * What is asked, without what the author answered: which observations, measured how, in which case. A lab may ask in
 * its own words; otherwise the question says how the observations are read.
 */
import type { Claim, Prediction, Ref } from "../../model/predictions/types.js";
import type { RunDocument, Text } from "../../model/run.js";
import type { HowRead } from "../book.js";
import type { RunDigest } from "../run-digest.js";
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

/** What a page knows beside the prediction: the lab's own questions, and how each observation is read. */
export interface Asked {
  questions?: Record<string, Text>;
  howRead?: Record<Ref, HowRead>;
}

export function questionOf(prediction: Prediction, asked: Asked, lang: Lang): Question {
  const t = predictWords[lang];
  const { id, claim } = prediction;
  const read = (ref: Ref) => own(asked.howRead, ref);
  // the author's order would answer "which comes first"
  const of = claim.op === "before" ? [...claim.of].sort() : claim.of;
  const words = own(asked.questions, id);
  // only a question that names what it compares with may put it before the reader: else it is the author's answer
  const to = words || of.length > 1 ? undefined : comparedWith(claim);
  const unit = claim.unit ?? of.map((ref) => read(ref)?.unit).find((one) => one !== undefined);
  const namespace = claim.namespace ?? namespaceOf(of[0] ?? "");
  return {
    id,
    text: words
      ? say(words, lang)
      : of.length > 1
        ? t.askMany(of)
        : to
          ? t.askCompared(of[0]!, to)
          : t.askOne(of[0]!),
    about: [...of, ...(to ? [to] : [])].map((ref) => ({ ref, how: say(read(ref)?.how ?? nothing, lang) })),
    subject: { of, ...(to && { to }), ...(unit && { unit }), ...(namespace && { namespace }) },
  };
}

const nothing: Text = { en: "", zh: "" };

/** Every name that a reader may compare with: observations, links, and what the author's claims speak of. */
export function knownRefs(predictions: Prediction[], run: RunDigest | undefined): Set<Ref> {
  return new Set([
    ...Object.keys(run?.observations ?? {}),
    ...(run?.chains ?? []).flatMap(({ id, links }) => links.map((link) => `${id}/${link.id}`)),
    ...predictions.flatMap(({ claim }) => [
      ...claim.of,
      ...(claim.to && "observed" in claim.to ? [claim.to.observed] : []),
    ]),
  ]);
}

/** How everything that the run's predictions speak of is observed; made at each build, from the whole run. */
export function howAllIsRead(run: RunDocument): Record<Ref, HowRead> {
  const refs = new Set(
    run.predictions.flatMap(({ claim }) => [...claim.of, ...[comparedWith(claim) ?? []].flat()]),
  );
  return Object.fromEntries(
    [...refs].map((ref) => {
      const unit = own(run.recipes, ref)?.unit;
      const how = { en: howIsRead(ref, run, "en"), zh: howIsRead(ref, run, "zh") };
      return [ref, { how, ...(unit && { unit }) }];
    }),
  );
}

function howIsRead(ref: Ref, run: RunDocument, lang: Lang): string {
  const t = predictWords[lang];
  const recipe = own(run.recipes, ref);
  const inUnit = recipe?.unit ? t.inUnit(recipe.unit) : "";
  const title = (step: string) => {
    const found = run.steps.find(({ id }) => id === step);
    return found ? say(found.title, lang) : step;
  };
  const slash = ref.indexOf("/");
  if (slash > 0) {
    const chain = run.chains.find(({ id }) => id === ref.slice(0, slash));
    const link = chain?.links.find(({ id }) => id === ref.slice(slash + 1));
    return chain
      ? t.fromChain(chain.pod.name, chain.id, link && t.layers[link.layer])
      : t.fromChainId(ref.slice(0, slash));
  }
  if (!recipe) return "";
  if (recipe.from === "derived") return t.derived[recipe.op]?.(recipe.of) ?? t.derivedOther(recipe.of);
  if (recipe.from === "timeline") {
    const start = run.timelineSpecs.find(({ id }) => id === recipe.timeline)?.t0;
    return t.moment(recipe.event, recipe.since, start && title(start)) + inUnit;
  }
  const step = title(recipe.step);
  const { extract } = recipe;
  if (extract.kind === "lines") return t.lines(step);
  if (extract.kind === "text") return t.whole(step);
  if (extract.kind === "samples")
    return t.sample(t.statistics[extract.statistic] ?? extract.statistic, step) + inUnit;
  if (extract.kind === "record" && extract.field === "exitCode") return t.exitCode(step);
  if (extract.kind === "record" && extract.field === "durationMs") return t.duration(step) + inUnit;
  return ("all" in extract && extract.all ? t.every(step) : t.value(step)) + inUnit;
}

function comparedWith({ to }: Claim): Ref | undefined {
  return to && "observed" in to ? to.observed : undefined;
}

function own<T>(record: Record<string, T> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
