/** On paper only: the steps of the lab as lines to work through, with room for what was seen. */
import type { ChapterSheet } from "./book.js";
import { el } from "./element.js";
import { commandLine, formatTime } from "./format.js";
import { tell } from "./prose.js";
import { readingWords } from "./reading-text.js";
import type { RunDigest } from "./run-digest.js";
import { type Lang, words } from "./text.js";

export function labSheet(
  { lab }: ChapterSheet,
  run: RunDigest | undefined,
  lang: Lang,
): HTMLElement | undefined {
  if (!lab || !run) return undefined;
  const t = readingWords[lang];
  return el(
    "section",
    { class: "lab-sheet" },
    el("h2", null, `${t.sheet}: ${words[lang].steps}`),
    el("p", { class: "note" }, `${t.sheetBy} ${formatTime(run.startedAt)}. ${t.sheetHint}`),
    el("p", { class: "blanks" }, blank(t.date), blank(t.cluster)),
    lab.cases.map(({ id, title }) => {
      const steps = run.steps.filter((step) => step.case === id && (step.argv.length > 0 || step.script));
      return (
        steps.length > 0 && [
          el("h3", null, tell(title, lang)),
          el(
            "ol",
            null,
            steps.map((step) => {
              return el(
                "li",
                null,
                tell(step.title, lang),
                el("span", { class: "note" }, ` (${words[lang].target} ${step.target})`),
                !step.script && el("code", null, commandLine(step.argv)),
                el("span", { class: "write" }, t.seen),
              );
            }),
          ),
        ]
      );
    }),
  );
}

function blank(label: string): HTMLElement {
  return el("span", { class: "write" }, label);
}
