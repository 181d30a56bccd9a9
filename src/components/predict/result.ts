/** The reader's prediction | the author's | what was observed (| what the reader's own run observed), for one question. */
import type { Prediction, Ref, Verdict } from "../../model/predictions/types.js";
import type { RunDocument } from "../../model/run.js";
import { badge } from "../badge.js";
import { type Child, el } from "../element.js";
import { formatTime, formatValue } from "../format.js";
import { absentValue, observedValue } from "../observed-value.js";
import type { Page } from "../page.js";
import { proofOf } from "../proof.js";
import { prose, tell } from "../prose.js";
import type { RunDigest } from "../run-digest.js";
import { type Lang, words } from "../text.js";
import { claimInWords } from "./claim-words.js";
import type { Desk } from "./desk.js";
import type { ReaderVerdict } from "./score.js";
import { predictedFirst } from "./seal.js";
import { predictWords } from "./words.js";

export interface ResultOptions {
  prediction: Prediction;
  desk: Desk;
  /** Absent when nothing was observed. */
  page: Page | undefined;
  lang: Lang;
  /** The reader's verdicts by the page's run and by their own; absent while they are judged. */
  verdict?: ReaderVerdict;
  ownVerdict?: ReaderVerdict;
  /** The author's verdict by the reader's run. */
  authorsOnOwn?: Verdict;
}

export function resultTable(options: ResultOptions): HTMLElement {
  const { prediction, desk, page, lang } = options;
  const t = predictWords[lang];
  const columns: [string, string, Child][] = [
    ["reader", t.readersColumn, readersCell(options)],
    [
      "author",
      t.authorsColumn,
      [
        el("p", null, tell(prediction.text, lang)),
        el("p", { class: "claim" }, prose(claimInWords(prediction.claim, lang))),
      ],
    ],
    [
      "actual",
      t.actualColumn,
      page
        ? actualCell(page.run, options, options.verdict, (ref, absent) =>
            absent ? absentValue(ref, page) : observedValue(ref, page),
          )
        : el("p", { class: "reason" }, t.noVerdictYet),
    ],
  ];
  if (desk.own) columns.push(["own", t.ownColumn, ownCell(desk.own, options)]);
  return el("table", { class: `comparison stacked columns-${columns.length}` }, [
    el(
      "thead",
      null,
      el(
        "tr",
        null,
        columns.map(([kind, label]) => el("th", { scope: "col", class: `column-${kind}` }, label)),
      ),
    ),
    el(
      "tbody",
      null,
      el(
        "tr",
        null,
        columns.map(([kind, label, content]) =>
          el("td", { class: `column-${kind}`, "data-label": label }, content),
        ),
      ),
    ),
  ]);
}

function readersCell({ prediction, desk, lang }: ResultOptions): Child {
  const t = predictWords[lang];
  const sealed = desk.notebook.sealed.get(prediction.id);
  const seen = desk.notebook.seen.get(prediction.id);
  if (!sealed)
    return el(
      "p",
      { class: "reason" },
      t.notSealed,
      seen && `: ${t.seenBy[seen.how]}, ${formatTime(seen.at)}`,
    );
  const first = predictedFirst(sealed, seen);
  const access = sealed.access === "SEEN" ? "NOT_SEEN" : sealed.access;
  return [
    el("p", { class: "claim" }, prose(claimInWords(sealed.claim, lang))),
    sealed.because && el("p", { class: "because" }, `${words[lang].because}: ${sealed.because}`),
    el("p", { class: "seal-facts" }, [
      el(
        "span",
        { class: first ? "first" : "after" },
        first ? `◆ ${t[`first_${access}`]}` : `◇ ${t.afterSeeing}`,
      ),
      ` · ${t.sealedAt(exact(sealed.sealedAt))} · ${t.hash} `,
      el("code", { title: sealed.hash }, sealed.hash.slice(0, 12)),
    ]),
    desk.broken.has(prediction.id) && el("p", { class: "fault" }, `✗ ${t.broken}`),
    changesSince(desk, prediction.id, lang).map((note) => el("p", { class: "changed-since" }, `⚠ ${note}`)),
  ];
}

/** What is not as it was when the prediction was sealed. */
export function changesSince(desk: Desk, id: string, lang: Lang): string[] {
  const t = predictWords[lang];
  const sealed = desk.notebook.sealed.get(id);
  if (!sealed) return [];
  const run = desk.run && desk.run.status !== "NOT_RUN" ? desk.run.id : null;
  return [
    ...(sealed.predictionsDigest === desk.predictionsDigest
      ? []
      : [t.otherPredictions(sealed.predictionsDigest.slice(0, 12), desk.predictionsDigest.slice(0, 12))]),
    ...(run !== null && sealed.run !== run ? [t.otherRun(sealed.run ?? t.noRunThen, run)] : []),
  ];
}

function actualCell(
  run: RunDigest,
  { prediction, desk, lang }: ResultOptions,
  verdict: ReaderVerdict | undefined,
  value: (ref: Ref, absent: boolean) => Child,
): Child {
  const author = run.verdicts.find((one) => one.prediction === prediction.id);
  const mine = desk.notebook.sealed.get(prediction.id);
  return [
    refsOf(prediction, verdict).map((ref) => value(ref, isAbsent(ref, [verdict, author]))),
    verdictLines(lang, mine ? (verdict ?? "judging") : undefined, author),
  ];
}

function ownCell(own: RunDocument, options: ResultOptions): Child {
  const { prediction, desk, lang, ownVerdict, authorsOnOwn } = options;
  const t = predictWords[lang];
  const sealed = desk.notebook.sealed.get(prediction.id);
  return [
    refsOf(prediction, ownVerdict).map((ref) =>
      plainValue(own, ref, isAbsent(ref, [ownVerdict, authorsOnOwn]), lang),
    ),
    verdictLines(lang, sealed ? (ownVerdict ?? "judging") : undefined, authorsOnOwn),
    sealed &&
      sealed.sealedAt > own.startedAt &&
      el("p", { class: "changed-since" }, `⚠ ${t.sealedAfterOwn(exact(own.startedAt))}`),
  ];
}

/** What the author's claim and the reader's are about. */
function refsOf({ claim }: Prediction, verdict: ReaderVerdict | undefined): Ref[] {
  const compared = claim.to && "observed" in claim.to ? [claim.to.observed] : [];
  return [...new Set([...claim.of, ...compared, ...Object.keys(verdict?.observed ?? {})])];
}

/** A verdict that stands although it has no value of this established that there is none. */
function isAbsent(ref: Ref, verdicts: (Pick<Verdict, "verdict" | "observed"> | undefined)[]): boolean {
  const decided = verdicts.filter((one) => one?.verdict === "CONFIRMED" || one?.verdict === "REFUTED");
  return decided.length > 0 && decided.every((one) => !(ref in one!.observed));
}

function plainValue(run: RunDocument, ref: Ref, absent: boolean, lang: Lang): HTMLElement {
  const proof = proofOf(run, ref, words[lang]);
  return el("div", { class: "observed" }, [
    el("span", { class: "ref" }, ref),
    "missing" in proof && absent
      ? el("span", { class: "value" }, words[lang].notThere)
      : "missing" in proof
        ? el("span", { class: "reason" }, `${proof.missing}: ${proof.reason}`)
        : el("code", { class: "value" }, formatValue(proof.value, proof.unit, proof.resolutionMs)),
  ]);
}

function verdictLines(
  lang: Lang,
  mine: ReaderVerdict | "judging" | undefined,
  author: Verdict | undefined,
): HTMLElement {
  const t = predictWords[lang];
  const line = (who: string, label: string, verdict: ReaderVerdict) =>
    el("p", { class: `verdict-line verdict-${who}` }, [
      el("span", { class: "verdict-of" }, `${label}: `),
      badge(verdict.verdict, words[lang]),
      el(
        "span",
        { class: "explanation" },
        ` ${verdict.unjudged ? (verdict.unjudged === "slow" ? t.slowPattern : t.cannotTry) : verdict.explanation}`,
      ),
    ]);
  return el("div", { class: "verdict-lines" }, [
    mine === "judging"
      ? el("p", { class: "hint judging" }, t.notJudged)
      : mine && line("reader", t.yourVerdict, mine),
    author && line("author", t.authorsVerdict, author),
  ]);
}

/** `2026-11-30 08:48:05.123 UTC`: a seal is told to the millisecond. */
function exact(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC`;
}
