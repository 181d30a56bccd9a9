/** A published answer as a short article: the question, what was found with the output that shows it, and, small, how it was checked. */

import { type AnswerSummary, answerFiles, VERIFIER } from "../src/components/answers/summary.js";
import { type AnswerWords, answerWords } from "../src/components/answers/words.js";
import { formatCount, formatTime } from "../src/components/format.js";
import { inChinese } from "../src/components/recorded/chinese.js";
import { verdictInLanguage } from "../src/components/recorded/in-language.js";
import type { Proof, ProofSource } from "../src/model/answer/citation.js";
import type { AnswerRecord } from "../src/model/answer/record.js";
import { inBoth } from "../src/model/answer/text.js";
import type { Answer, AnswerClaim } from "../src/model/answer/types.js";
import { partOf } from "./book.js";
import { dateOf } from "./environment.js";
import { excerptsOf, filterFor, renderExcerpt } from "./excerpt.js";
import { main } from "./header.js";
import { plain, tag, withCode } from "./html.js";
import { lookUp } from "./lookup.js";
import { isIdentifier } from "./tone.js";
import type { Page } from "./types.js";
import { renderValue } from "./value.js";

/** What is published of one exercise. Without record, as one that does not verify: nothing of what it claims is shown. */
export interface Published {
  summary: AnswerSummary;
  answer?: Answer;
  record?: AnswerRecord;
}

/** Outputs that are shown below a claim at once; the others are folded. */
const OPEN = 2;

export function renderAnswer({ summary, answer, record }: Published, page: Page): string {
  const t = answerWords[page.chapter.lang];
  const { lang } = page.chapter;
  const head = [
    tag("p", { class: "eyebrow" }, eyebrow(summary, page, t)),
    tag("h1", {}, withCode(summary.task[lang])),
    standing(summary, page, t),
  ];
  if (!answer || !record) return [...head, refused(summary, t)].join("\n");
  return [
    ...head,
    notRun(record, page, t),
    ...claims(answer, record, page, t),
    section("cannot", t.cannot, `<ul>${items(record.cannotConclude.map((one) => withCode(one[lang])))}</ul>`),
    checked(summary, record, page, t),
  ].join("\n");
}

/** A first sentence that is shorter says too little by itself. In characters. */
const SHORTEST = { en: 60, zh: 24 };

/** The beginning of the answer, for a list of questions: its first sentence, or two when that is short. */
export function firstSentence({ answer, record }: Published, page: Page): string | undefined {
  const claim = answer?.claims[0];
  const proofs = record?.claims[0]?.proofs;
  if (!claim || !proofs) return undefined;
  const { lang } = page.chapter;
  const sentences = inBoth(claim.text)[lang].split(/(?<=[.!?])(?=\s)|(?<=[。！？])/);
  const enough = sentences.findIndex(
    (_, index) => sentences.slice(0, index + 1).join("").length >= SHORTEST[lang],
  );
  const told = enough < 0 ? sentences : sentences.slice(0, enough + 1);
  return bound(told.join(""), proofs, page);
}

function eyebrow({ chapter, exercise, title }: AnswerSummary, page: Page, t: AnswerWords): string {
  const named = partOf(page, chapter)?.chapter.title ?? title;
  const link = tag("a", { href: `../chapters/${chapter}` }, plain(named[page.chapter.lang]));
  return `<span class="chapter-id">${plain(chapter)}</span> ${link} · ${plain(t.exercise(exercise))}`;
}

/** One line: whether it holds, when it was observed and on what. */
function standing({ chapter, state }: AnswerSummary, page: Page, t: AnswerWords): string {
  const run = partOf(page, chapter)?.chapter.run;
  const seen = run ? [plain(dateOf(run.startedAt, page.chapter.lang)), main(run)] : [];
  return tag("p", { class: "standing" }, [badge(state, t), ...seen].join(" · "));
}

function refused({ faults }: AnswerSummary, t: AnswerWords): string {
  const why = `<ul>${items(faults.map(plain))}</ul>`;
  return tag("div", { class: "notice", role: "note" }, `<p>${plain(t.notVerified)}</p>${why}`);
}

function notRun({ notRun }: AnswerRecord, page: Page, t: AnswerWords): string {
  if (notRun.length === 0) return "";
  const parts = notRun.map(({ part, reason }) => {
    const why = page.chapter.lang === "zh" ? inChinese(reason) : reason;
    return `<code>${plain(part)}</code> ${plain(why)}`;
  });
  return tag(
    "div",
    { class: "notice", id: "not-run", role: "note" },
    `<p>${plain(t.notRun)}</p><ul>${items(parts)}</ul>`,
  );
}

/** One paragraph a claim, and below it what shows it; an output is shown once. */
function claims({ claims }: Answer, record: AnswerRecord, page: Page, t: AnswerWords): string[] {
  const shown = new Set<string>();
  return claims.map((claim) => {
    const proofs = record.claims.find(({ id }) => id === claim.id)?.proofs ?? [];
    return tag(
      "section",
      { class: "finding", "data-claim": claim.id },
      [paragraph(claim, proofs, page, t), evidence(proofs, shown, page, t)].join("\n"),
    );
  });
}

function paragraph(claim: AnswerClaim, proofs: Proof[], page: Page, t: AnswerWords): string {
  const text = bound(inBoth(claim.text)[page.chapter.lang], proofs, page);
  return tag(
    "p",
    { class: "claim-text" },
    claim.across ? `${text} <span class="why">${plain(t.across)}</span>` : text,
  );
}

/** `{{name}}` becomes the observed value, as in a notebook. */
function bound(text: string, proofs: Proof[], page: Page): string {
  const { chapter } = page.book!.of.answer!.summary;
  return text
    .split(/\{\{\s*([^{}\s]+)\s*\}\}/)
    .map((part, index) => {
      if (index % 2 === 0) return withCode(part);
      const proof = proofs.find((one) => one.name === part && "value" in one);
      const filter = proof && "value" in proof ? filterFor(proof.value, isIdentifier) : "";
      return renderValue(`${chapter}:${part}${filter}`, page, 0);
    })
    .join("");
}

function evidence(proofs: Proof[], shown: Set<string>, page: Page, t: AnswerWords): string {
  const part = partOf(page, page.book!.of.answer!.summary.chapter)!;
  const excerpts = excerptsOf(proofs.flatMap((proof) => sourcesOf(proof, part)))
    .filter((one) => !shown.has(JSON.stringify(one)))
    .map((one) => {
      shown.add(JSON.stringify(one));
      return renderExcerpt(one, part);
    })
    .filter((html) => html !== undefined);
  const rest = excerpts.slice(OPEN);
  const more =
    rest.length > 0
      ? `<details class="finding-more"><summary>${plain(t.moreOutputs(rest.length))}</summary>${rest.join("\n")}</details>`
      : "";
  return [...excerpts.slice(0, OPEN), more].join("\n");
}

/** A derived value stands on those that it is calculated from. */
function sourcesOf(proof: Proof, part: Page): ProofSource[] {
  if (proof.kind === "verdict") return [];
  const derived = proof.sources.every(({ step }) => step === "derived");
  const looked = derived ? lookUp(proof.name, part.chapter) : undefined;
  if (!looked || "missing" in looked) return proof.sources;
  return looked.of.flatMap((name) => {
    const one = lookUp(name, part.chapter);
    return one && "value" in one ? one.sources : [];
  });
}

function checked(summary: AnswerSummary, record: AnswerRecord, page: Page, t: AnswerWords): string {
  const { prediction } = record;
  const { chapter, exercise, run, runFile, keyids } = summary;
  const bundle = `${chapter}-${exercise}.labbook.tar`;
  const panel = JSON.stringify({ chapter, exercise, runFile });
  const keys = keyids.map((keyid) => `<code class="keyid">${plain(keyid)}</code>`).join(" ");
  return tag(
    "section",
    { id: "verify", class: "checked" },
    [
      tag("h2", {}, plain(t.verify)),
      tag("p", {}, plain(t.verifyIntro(run))),
      tag("div", {
        class: "verify-panel",
        "data-answer": panel,
        lang: page.chapter.lang === "zh" ? "zh-Hans" : "en",
      }),
      tag(
        "p",
        {},
        `${plain(t.sealedAt(formatTime(prediction.sealedAt)))} ${plain(t.access[prediction.access])}`,
      ),
      tag(
        "details",
        { class: "statements" },
        `<summary>${plain(t.statements(prediction.statements.length))}</summary>${statements(record, page, t)}`,
      ),
      summary.newest ? "" : tag("p", {}, plain(t.otherRun)),
      tag("p", {}, `${plain(t.signedAt(formatTime(summary.signedAt)))} ${keys}`),
      tag("p", {}, plain(t.offline)),
      command(`node ${VERIFIER} --keys keys.json ${bundle}`),
      tag("p", {}, plain(t.inProject)),
      command(`./lab verify ${bundle}`),
      files(summary, page, t),
      tag("p", {}, tag("a", { href: "./index" }, plain(t.all))),
    ].join("\n"),
  );
}

const LOOKS = {
  VERIFIED: ["badge-CONFIRMED", "✓"],
  VERIFIED_WITH_NOT_RUN: ["badge-PARTIAL", "◐"],
  NOT_VERIFIED: ["badge-REFUTED", "✗"],
} as const;

/** The state in words, with a mark and a shape, so that its colour is never alone. */
export function badge(state: AnswerSummary["state"], t: AnswerWords): string {
  const [look, mark] = LOOKS[state];
  return `<span class="badge ${look}"><span aria-hidden="true">${mark}</span> ${plain(t.state[state])}</span>`;
}

function statements({ prediction }: AnswerRecord, { chapter: { lang } }: Page, t: AnswerWords): string {
  const all = prediction.statements.every(({ sealedInRun }) => sealedInRun);
  const rows = prediction.statements.map(({ id, text, verdict, sealedInRun }) => {
    const { verdict: kind, expected, explanation } = verdictInLanguage(verdict, lang);
    const why = [expected, explanation, sealedInRun && !all ? t.sealedInRun : ""].filter(Boolean).join("; ");
    const judged = `<span class="badge badge-${kind}">${kind}</span> <span class="why">${plain(why)}</span>`;
    return tag("li", { "data-prediction": id }, `${withCode(text[lang])} ${judged}`);
  });
  const sealed = all ? `<p>${plain(t.allSealedInRun)}</p>` : "";
  const digest = `<p><code class="digest">sha256:${plain(prediction.digest)}</code></p>`;
  return `${sealed}<ul>${rows.join("")}</ul>${digest}`;
}

function command(line: string): string {
  return `<pre class="cmd-out" tabindex="0"><span class="prompt" aria-hidden="true">$ </span>${plain(line)}</pre>`;
}

/** They lie where the build puts them, which Framework does not know. */
function files(summary: AnswerSummary, page: Page, t: AnswerWords): string {
  const names = answerFiles(summary);
  const root = page.chapter.lang === "zh" ? "../../" : "../";
  const prefix = `${summary.chapter}-${summary.exercise}`;
  const link = (place: string, name: string, label: string, more = "") =>
    tag(
      "li",
      {},
      `${tag("a", { href: root + place, download: name, rel: "external" }, plain(label))} ${plain(name)}${more}`,
    );
  const { bytes, sha256 } = summary.bundle;
  return `<ul class="downloads">${[
    link(
      `answers/${names.bundle}`,
      `${prefix}.labbook.tar`,
      t.file.bundle,
      `, ${formatCount(bytes)} B <code class="digest">sha256:${plain(sha256)}</code>`,
    ),
    link(`downloads/${VERIFIER}`, VERIFIER, t.file.verifier),
    link(`answers/${names.answer}`, `${prefix}.yaml`, t.file.answer),
    link(`answers/${names.record}`, `${prefix}.record.json`, t.file.record),
    link(`answers/${names.attestation}`, `${prefix}.dsse.json`, t.file.attestation),
    link(`answers/${names.keys}`, "keys.json", t.file.keys),
  ].join("")}</ul>`;
}

function section(id: string, title: string, content: string): string {
  return tag("section", { id }, `<h2>${plain(title)}</h2>${content}`);
}

function items(all: string[]): string {
  return all.map((one) => `<li>${one}</li>`).join("");
}
