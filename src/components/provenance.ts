/** When, where and on which versions a chapter was observed, how old that is, what did not run, what changed since. */

import type { ChapterSheet } from "./book.js";
import { type Child, el } from "./element.js";
import { kindName } from "./environment-panel.js";
import { formatAge, formatTime } from "./format.js";
import { machine } from "./machine.js";
import { readingWords } from "./reading-text.js";
import type { RunDigest } from "./run-digest.js";
import { type Lang, words } from "./text.js";
import { versionsOf } from "./versions-line.js";

/** The age is reckoned in the reader's browser: a page that was built long ago says so. */
export function provenance(sheet: ChapterSheet, run: RunDigest, lang: Lang): HTMLElement {
  const t = readingWords[lang];
  return el(
    "dl",
    { class: "provenance", "aria-label": t.provenance },
    row(t.observed, [
      el("time", { datetime: run.startedAt }, formatTime(run.startedAt)),
      " · ",
      el("span", { class: "age" }, formatAge(run.startedAt, lang)),
    ]),
    row(t.where, place(run, lang)),
    company(run, lang),
    row(t.versions, versionsOf(run.environment, lang).join(" · ")),
    row(t.notRun, notRun(run, lang)),
    row(t.changed, changes(sheet, lang)),
  );
}

function row(label: string, content: Child): HTMLElement {
  return el("div", null, el("dt", null, label), el("dd", null, content));
}

function place({ environment }: RunDigest, lang: Lang): string {
  const t = readingWords[lang];
  const { vm, nodes, transport } = environment;
  return [
    kindName(environment, words[lang]),
    ...(nodes?.length ? [t.nodes(nodes.length)] : []),
    vm.os,
    machine(vm).join(", "),
    transport === "local" ? t.local : transport,
  ].join(" · ");
}

/** Earlier runs did not record it where their lab shares the cluster: then nothing is said. */
function company({ exclusive, beside }: RunDigest, lang: Lang): Child {
  const t = readingWords[lang];
  if (beside) return row(t.company, beside.join(", "));
  return exclusive && row(t.company, t.besideNothing);
}

function notRun(run: RunDigest, lang: Lang): Child {
  const t = readingWords[lang];
  const judged = new Set(
    run.verdicts.filter(({ verdict }) => verdict !== "NOT_RUN").map((one) => one.prediction),
  );
  const predictions = run.predictions.filter(({ id }) => !judged.has(id)).map(({ id }) => id);
  const steps = run.steps
    .filter(({ status }) => status === "NOT_RUN" || status === "BLOCKED")
    .map(({ id }) => id);
  const parts = [
    predictions.length > 0 && [
      `○ ${t.predictionsNotRun(predictions.length)}: `,
      el("code", null, predictions.join(", ")),
    ],
    steps.length > 0 && [`○ ${t.stepsNotRun(steps.length)}: `, el("code", null, steps.join(", "))],
  ].filter((part) => part !== false);
  if (parts.length === 0) return t.everythingRan;
  return parts.map((part) => el("p", null, part));
}

function changes({ changed, amended, later }: ChapterSheet, lang: Lang): Child {
  const t = readingWords[lang];
  const parts: Child[] = [
    changed.length > 0 && [`${t.labChanged} `, el("code", null, changed.join(", "))],
    amended && t.predictionsChanged,
    later && `${t.laterAttempt} (${later.status}, ${formatTime(later.startedAt)})`,
  ].filter((part) => part !== false && part !== undefined);
  if (parts.length === 0) return t.unchanged;
  return parts.map((part) => el("p", null, part));
}
