/**
 * What a page says where no script runs: a chapter its results as one plain table, any other page
 * where to find them. It stands in <noscript>, so that nobody who predicts first ever sees it; frame-script.ts takes it out
 * where scripts are on and those of the page were not run.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChapterData, ChapterSheet } from "../../src/components/book.js";
import { formatTime, formatValue } from "../../src/components/format.js";
import { questionOf } from "../../src/components/predict/question.js";
import { proofOf } from "../../src/components/proof.js";
import { readingWords } from "../../src/components/reading-text.js";
import type { RunDigest } from "../../src/components/run-digest.js";
import { staticWords } from "../../src/components/static-words.js";
import { type Lang, say, words } from "../../src/components/text.js";
import { versionsOf } from "../../src/components/versions-line.js";
import type { Prediction, Ref, Verdict } from "../../src/model/predictions/types.js";
import { MADE } from "./made.js";

/** A longer value is shortened, in characters: a list of hundreds would make the page heavy for everybody. */
const LONGEST = 160;

/**
 * The page with its part for readers without scripts.
 * @param page its file relative to dist, such as `zh/chapters/c26/record.html`
 */
export async function withStaticPart(html: string, page: string, dist: string): Promise<string> {
  const parts = page.replaceAll("\\", "/").split("/");
  const lang: Lang = parts[0] === "zh" ? "zh" : "en";
  const inLanguage = lang === "zh" ? parts.slice(1) : parts;
  // what is written in Markdown stands there anyhow
  if (!html.includes('<div class="observablehq observablehq--block">')) return html;
  const toRoot = "../".repeat(parts.length - 1) || "./";
  const read = async <T>(name: string) => JSON.parse(await readFile(join(dist, MADE, name), "utf8")) as T;
  const [folder, chapter] = inLanguage;
  const part =
    folder === "chapters"
      ? staticChapter(await read(`chapters/${chapter}.${lang}.json`), lang, toRoot)
      : elsewhere(lang, lang === "zh" ? `${toRoot}zh/` : toRoot);
  const t = staticWords[lang];
  const reasons = `data-from-file="${plain(t.fromFile)}" data-refused="${plain(t.refused)}"`;
  return html.replace("</main>", () => `<noscript ${reasons}>\n${part}\n</noscript>\n</main>`);
}

export function staticChapter({ sheet, run, howRead }: ChapterData, lang: Lang, toRoot: string): string {
  const t = staticWords[lang];
  const predictions = run?.predictions ?? sheet.lab?.predictions ?? [];
  const asked = { questions: sheet.lab?.questions, howRead };
  const rows = predictions.map((one) => row(one, questionOf(one, asked, lang).text, run, lang));
  const evidence = `${toRoot}evidence/${sheet.id}/`;
  return [
    sheet.lab && `<p>${code(say(sheet.lab.question, lang))}</p>`,
    `<p class="why-plain"><em>${plain(t.plain)}</em></p>`,
    run ? whereFrom(run, sheet, lang) : `<p>${badge("NOT_RUN", lang)} ${plain(words[lang].noRun)}</p>`,
    rows.length > 0 &&
      `<table class="static stacked"><thead><tr>${columns(lang)
        .map((label) => `<th scope="col">${plain(label)}</th>`)
        .join("")}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`,
    run &&
      `<p><a href="${evidence}run.json">run.json</a>: ${plain(t.raw)}. <a href="${evidence}history.jsonl">history.jsonl</a>: ${plain(t.log)}.</p>`,
  ]
    .filter(Boolean)
    .join("\n");
}

function elsewhere(lang: Lang, home: string): string {
  const t = staticWords[lang];
  return `<p class="why-plain"><em>${plain(t.elsewhere)}</em> <a href="${home}index.html">${plain(t.chapters)}</a></p>`;
}

function columns(lang: Lang): string[] {
  const { question, predicted, observed, verdict } = staticWords[lang];
  return [question, predicted, observed, verdict];
}

function whereFrom(run: RunDigest, { lab }: ChapterSheet, lang: Lang): string {
  const t = staticWords[lang];
  const observed = readingWords[lang];
  const needed = new Set([...(lab?.needs ?? []), ...(lab?.furtherNeeds ?? [])]);
  const missing = run.environment.capabilities
    .filter(({ name, present }) => !present && needed.has(name))
    .map(({ name }) => name);
  return `<dl>
<dt>${plain(t.run)}</dt><dd><code>${plain(run.id)}</code> · ${plain(t.status)} ${badge(run.status, lang)}${run.statusReason ? `: ${plain(run.statusReason)}` : ""}</dd>
<dt>${plain(observed.observed)}</dt><dd>${formatTime(run.startedAt)}</dd>
<dt>${plain(observed.versions)}</dt><dd>${plain(versionsOf(run.environment, lang).join(" · "))}</dd>${
    missing.length > 0
      ? `\n<dt>${plain(words[lang].absent)}</dt><dd><code>${plain(missing.join(", "))}</code></dd>`
      : ""
  }
</dl>`;
}

function row(prediction: Prediction, question: string, run: RunDigest | undefined, lang: Lang): string {
  const verdict = run?.verdicts.find((one) => one.prediction === prediction.id);
  const cells = [
    code(question),
    code(say(prediction.text, lang)),
    run && verdict ? observed(prediction, verdict, run, lang) : plain(words[lang].noRun),
    verdict ? judged(verdict, lang) : badge("NOT_RUN", lang),
  ];
  const labels = columns(lang);
  return `<tr>${cells.map((cell, index) => `<td data-label="${labels[index]}">${cell}</td>`).join("")}</tr>`;
}

/** No value is shown for what was not observed. */
function observed({ claim }: Prediction, verdict: Verdict, run: RunDigest, lang: Lang): string {
  const refs = verdict.verdict === "NOT_RUN" ? claim.of : Object.keys(verdict.observed);
  // of what was looked for and not there only the verdict can tell
  if (refs.length === 0) return plain(verdict.explanation);
  return refs.map((ref) => shownValue(ref, run, lang)).join("<br>");
}

function shownValue(ref: Ref, run: RunDigest, lang: Lang): string {
  const proof = proofOf(run, ref, words[lang]);
  if ("missing" in proof) return `${plain(ref)}: ${plain(proof.missing)}, ${plain(proof.reason)}`;
  const whole = formatValue(proof.value);
  const short = whole.length > LONGEST;
  const value = short ? `${[...whole].slice(0, LONGEST).join("")}…` : whole;
  return `${plain(ref)}: <code>${plain(value)}</code>${proof.unit ? ` ${plain(proof.unit)}` : ""}${
    short ? ` ${plain(staticWords[lang].inShort)}` : ""
  }`;
}

/** Why something was not decided is said; why it was, the values show. */
function judged({ verdict, explanation }: Verdict, lang: Lang): string {
  const undecided = verdict === "NOT_RUN" || verdict === "INCONCLUSIVE";
  return badge(verdict, lang) + (undecided ? `: ${plain(explanation)}` : "");
}

function badge(status: keyof (typeof words)["en"], lang: Lang): string {
  const inWords = words[lang][status] as string;
  return lang === "en" ? `<strong>${status}</strong>` : `<strong>${status}</strong> ${plain(inWords)}`;
}

/** Text with `code` between backquotes. */
function code(text: string): string {
  const parts = plain(text).split("`");
  if (parts.length % 2 === 0) return plain(text);
  return parts.map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part)).join("");
}

function plain(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
