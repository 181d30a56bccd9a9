/** The page of one published answer, in the order in which it is read. */
import type { AnswerRecord } from "../../model/answer/record.js";
import { badge } from "../badge.js";
import { command } from "../copy-button.js";
import { type Child, el, tableHead } from "../element.js";
import { downloadUrl, made } from "../evidence.js";
import { formatCount, formatTime, formatValue } from "../format.js";
import { tell } from "../prose.js";
import { verdictInLanguage } from "../recorded/in-language.js";
import { type Lang, words } from "../text.js";
import { answerUrl, fetchPublished, loadRecord } from "./fetch.js";
import { proofList } from "./proof-list.js";
import { stateBadge } from "./state-badge.js";
import { type AnswerSummary, answerFiles, VERIFIER } from "./summary.js";
import { pageEffects, verifyPanel } from "./verify-panel.js";
import { type AnswerWords, answerWords } from "./words.js";

export async function answerPage(chapter: string, exercise: string, lang: Lang): Promise<HTMLElement> {
  const all = (await made("answers.json")) as AnswerSummary[];
  const summary = all.find((one) => one.chapter === chapter && one.exercise === exercise);
  if (!summary) return el("article", { class: "answer-page" }, el("p", null, answerWords[lang].noAnswer));
  const record = summary.state === "NOT_VERIFIED" ? undefined : await loadRecord(summary);
  return renderAnswer(summary, record, lang);
}

/** Without a record, as one that does not verify: what it claims is not shown. */
export function renderAnswer(
  summary: AnswerSummary,
  record: AnswerRecord | undefined,
  lang: Lang,
): HTMLElement {
  const t = answerWords[lang];
  const told = record && recordInLanguage(record, lang);
  return el(
    "article",
    { class: "answer-page", "data-state": summary.state },
    el(
      "p",
      { class: "eyebrow" },
      el(
        "a",
        { class: "chapter-id", href: `../chapters/${summary.chapter}/record.html#exercises` },
        summary.chapter,
      ),
      ` ${t.exercise(summary.exercise)} `,
      stateBadge(summary.state, t),
    ),
    section("task", t.task, el("p", { class: "lead" }, tell(summary.task, lang))),
    told ? claimed(told, summary, lang, t) : refused(summary, t),
    record && section("verify", t.verify, check(summary, lang, t)),
    section("files", t.files, files(summary, t, record !== undefined)),
    el("p", { class: "note" }, el("a", { href: "./index.html" }, t.all)),
  );
}

function recordInLanguage(record: AnswerRecord, lang: Lang): AnswerRecord {
  const { claims, prediction } = record;
  return {
    ...record,
    claims: claims.map((claim) => ({
      ...claim,
      proofs: claim.proofs.map((proof) =>
        proof.kind === "verdict" ? { ...proof, verdict: verdictInLanguage(proof.verdict, lang) } : proof,
      ),
    })),
    prediction: {
      ...prediction,
      statements: prediction.statements.map((one) => ({
        ...one,
        verdict: verdictInLanguage(one.verdict, lang),
      })),
    },
  };
}

function claimed(record: AnswerRecord, summary: AnswerSummary, lang: Lang, t: AnswerWords): Child {
  return [
    record.notRun.length > 0 &&
      section(
        "not-run",
        t.notRun,
        el(
          "ul",
          { class: "not-run-parts" },
          record.notRun.map(({ part, reason }) => el("li", null, el("code", null, part), ` ${reason}`)),
        ),
      ),
    section("predicted", t.predicted, [
      el(
        "p",
        null,
        t.sealedAt(formatTime(record.prediction.sealedAt)),
        " ",
        t.access[record.prediction.access],
      ),
      el("code", { class: "digest" }, `sha256:${record.prediction.digest}`),
      statements(record, lang, t),
    ]),
    section(
      "answer",
      t.answer,
      record.claims.map((claim) =>
        el(
          "section",
          { class: "claim", "data-claim": claim.id },
          el("p", { class: "claim-text" }, tell(claim.text, lang)),
          claim.across && el("p", { class: "note" }, t.across),
          proofList(claim.proofs, summary.chapter, t),
        ),
      ),
    ),
    section(
      "cannot",
      t.cannot,
      el(
        "ul",
        { class: "limits" },
        record.cannotConclude.map((one) => el("li", null, tell(one, lang))),
      ),
    ),
  ];
}

function statements(record: AnswerRecord, lang: Lang, t: AnswerWords): HTMLElement {
  const w = words[lang];
  const head = [w.prediction, w.observed, w.verdict];
  return el(
    "table",
    { class: "verdicts stacked" },
    tableHead(head),
    el(
      "tbody",
      null,
      record.prediction.statements.map(({ id, text, verdict, sealedInRun }) =>
        el(
          "tr",
          { "data-prediction": id },
          el(
            "td",
            { "data-label": w.prediction },
            el("p", null, tell(text, lang)),
            el("p", { class: "expected" }, verdict.expected),
            sealedInRun && el("p", { class: "because" }, t.sealedInRun),
          ),
          el(
            "td",
            { "data-label": w.observed, class: "observed-cell" },
            Object.entries(verdict.observed).map(([ref, value]) =>
              el(
                "div",
                { class: "observed" },
                el("span", { class: "ref" }, ref),
                el("code", { class: "value" }, formatValue(value)),
              ),
            ),
          ),
          el(
            "td",
            { "data-label": w.verdict, class: "verdict-cell" },
            badge(verdict.verdict, w),
            el("p", { class: "explanation" }, verdict.explanation),
          ),
        ),
      ),
    ),
  );
}

function refused(summary: AnswerSummary, t: AnswerWords): HTMLElement {
  return el(
    "div",
    { class: "notice", role: "note" },
    el("p", null, t.notVerified),
    el(
      "ul",
      null,
      summary.faults.map((one) => el("li", null, one)),
    ),
  );
}

function check(summary: AnswerSummary, lang: Lang, t: AnswerWords): Child {
  const bundle = `${summary.chapter}-${summary.exercise}.labbook.tar`;
  return [
    el("p", null, t.verifyIntro(summary.run)),
    verifyPanel(
      lang,
      pageEffects((progress) => fetchPublished(summary, progress), lang),
    ),
    el(
      "p",
      { class: "note" },
      t.signedAt(formatTime(summary.signedAt)),
      " ",
      summary.keyids.map((keyid) => el("code", { class: "keyid" }, keyid)),
    ),
    !summary.newest && el("p", { class: "note" }, t.otherRun),
    el("p", null, t.offline),
    command(`node ${VERIFIER} --keys keys.json ${bundle}`, words[lang]),
    el("p", null, t.inProject),
    command(`./lab verify ${bundle}`, words[lang]),
  ];
}

function files(summary: AnswerSummary, t: AnswerWords, verified: boolean): HTMLElement {
  const names = answerFiles(summary);
  const link = (href: string, label: string, name: string, more = "") =>
    el("li", null, el("a", { href, download: name }, label), ` ${name}${more}`);
  const prefix = `${summary.chapter}-${summary.exercise}`;
  return el(
    "ul",
    { class: "downloads" },
    verified && [
      el(
        "li",
        null,
        el("a", { href: answerUrl(names.bundle), download: `${prefix}.labbook.tar` }, t.file.bundle),
        ` ${prefix}.labbook.tar, ${formatCount(summary.bundle.bytes)} B`,
        el("code", { class: "digest" }, `sha256:${summary.bundle.sha256}`),
      ),
      link(downloadUrl(VERIFIER), t.file.verifier, VERIFIER),
    ],
    link(answerUrl(names.answer), t.file.answer, `${prefix}.yaml`),
    verified && link(answerUrl(names.record), t.file.record, `${prefix}.record.json`),
    link(answerUrl(names.attestation), t.file.attestation, `${prefix}.dsse.json`),
    link(answerUrl(names.keys), t.file.keys, "keys.json"),
  );
}

function section(id: string, title: string, content: Child): HTMLElement {
  return el("section", { id }, el("h2", null, title), content);
}
