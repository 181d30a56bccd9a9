/** Two runs of one chapter against each other: versions first, then verdicts, then values, then raw outputs. */
import { compareRuns } from "../../model/compare/index.js";
import { createNames } from "../../model/compare/pseudonyms.js";
import type { RunDocument } from "../../model/run.js";
import { command } from "../copy-button.js";
import { type Child, el } from "../element.js";
import { loadComparable, loadRaw, loadRuns, rawUrl } from "../evidence.js";
import { type Lang, words } from "../text.js";
import { type Choice, chooser, firstChoice } from "./chooser.js";
import { historyPart } from "./history-part.js";
import { matrixPart } from "./matrix.js";
import { namesPart } from "./names-part.js";
import { outputsPart } from "./outputs-part.js";
import type { ChapterRuns } from "./runs-book.js";
import { valuesPart } from "./values-part.js";
import { verdictsPart } from "./verdicts-part.js";
import { versionsPart } from "./versions-part.js";
import { createView, type View } from "./view.js";
import { compareWords } from "./words.js";

export async function comparePage(chapter: string, lang: Lang): Promise<HTMLElement> {
  return renderComparison(chapter, await loadRuns(chapter), lang, {
    run: (file) => loadComparable(chapter, file, lang),
    raw: (sha256) => loadRaw(chapter, sha256),
    rawUrl: (sha256) => rawUrl(chapter, sha256),
  });
}

export interface Loaders extends Pick<View, "raw" | "rawUrl"> {
  /** A run by its file, relative to the chapter's evidence. */
  run(file: string): Promise<RunDocument>;
}

export function renderComparison(chapter: string, runs: ChapterRuns, lang: Lang, load: Loaders): HTMLElement {
  const t = compareWords[lang];
  const body = el("div", { class: "comparison" });
  const article = el(
    "article",
    { class: "compare" },
    el(
      "p",
      { class: "eyebrow" },
      el("span", { class: "chapter-id" }, chapter),
      " ",
      el("a", { href: `../chapters/${chapter}.html` }, `${t.chapter}: ${runs.title[lang]}`),
    ),
  );
  if (runs.kept.length < 2) {
    article.append(alone(chapter, runs, lang));
  } else {
    const choice = firstChoice(runs.kept, location.search);
    const choose = (next: Choice) => {
      history.replaceState(null, "", `?${new URLSearchParams(next)}${location.hash}`);
      void show(next);
    };
    article.append(section("choose", t.choose, chooser(runs.kept, choice, lang, choose)), body);
    void show(choice);
  }
  async function show(choice: Choice) {
    body.setAttribute("aria-busy", "true");
    body.replaceChildren(el("p", { class: "empty", role: "status" }, t.loading));
    try {
      body.replaceChildren(...(await compared(chapter, runs, choice, lang, load)));
    } catch (error) {
      body.replaceChildren(el("p", { class: "fault", role: "alert" }, (error as Error).message));
    }
    body.removeAttribute("aria-busy");
  }
  return article;
}

async function compared(
  chapter: string,
  runs: ChapterRuns,
  choice: Choice,
  lang: Lang,
  load: Loaders,
): Promise<HTMLElement[]> {
  const t = compareWords[lang];
  if (choice.a === choice.b) return [el("p", { class: "notice" }, t.sameRun)];
  const fileOf = (id: string) => runs.kept.find((run) => run.id === id)!.file;
  const [a, b] = await Promise.all([load.run(fileOf(choice.a)), load.run(fileOf(choice.b))]);
  const names = createNames();
  const view = createView({ ...load, lang, names, runs: { a, b }, comparison: compareRuns(a, b, names) });
  const outputs = outputsPart(view);
  return [
    summaryLine(view, outputs.querySelectorAll("[data-output]").length),
    el(
      "div",
      { class: "in-terminal" },
      el("p", { class: "note" }, t.inTerminal),
      command(`./lab diff ${chapter} ${choice.a} ${choice.b}`, words[lang]),
    ),
    section("versions", t.versions, versionsPart(view)),
    section("verdicts", t.verdicts, verdictsPart(view)),
    section("values", t.values, valuesPart(view), namesPart(view)),
    section("outputs", t.outputs, outputs),
    ...around(chapter, runs, [...b.predictions, ...a.predictions], lang),
  ];
}

/** How much there is to read in each part, as links to it. */
function summaryLine({ comparison, t }: View, outputs: number): HTMLElement {
  const count = (...kinds: string[]) =>
    comparison.verdicts.filter(({ change }) => kinds.includes(change)).length;
  const parts: [id: string, count: number, text: string][] = [
    ["versions", comparison.versions.length, t.versions],
    ["verdicts", count("refuted"), "REFUTED"],
    ["verdicts", count("changed", "amended", "added", "removed"), t.verdicts],
    ["verdicts", count("drifted"), t.drifted],
    ["values", comparison.observations.length, t.values],
    ["outputs", outputs, t.outputs],
  ];
  return el(
    "ul",
    { class: "difference-counts", "aria-label": t.differences },
    parts.map(([id, count, text]) =>
      el(
        "li",
        { class: count === 0 ? "none" : text === "REFUTED" ? "refuted" : undefined },
        el("a", { href: `#${id}` }, el("strong", null, count), ` ${text}`),
      ),
    ),
  );
}

/** What does not depend on the two runs. */
function around(
  chapter: string,
  runs: ChapterRuns,
  predictions: RunDocument["predictions"],
  lang: Lang,
): HTMLElement[] {
  const t = compareWords[lang];
  return [
    section("matrix", t.matrix, matrixPart(chapter, runs, predictions, lang)),
    section("history", t.history, historyPart(runs, lang)),
  ];
}

function alone(chapter: string, runs: ChapterRuns, lang: Lang): HTMLElement {
  const t = compareWords[lang];
  const [only] = runs.kept;
  return el(
    "div",
    { class: "comparison" },
    el(
      "div",
      { class: "card not-compared" },
      el("p", null, only ? t.onlyOne : t.none),
      command(`./lab run ${chapter}`, words[lang]),
      el("p", { class: "note" }, t.onlyOneHint),
    ),
    runs.kept.length + runs.gone.length > 0 && section("history", t.history, historyPart(runs, lang)),
  );
}

function section(id: string, title: string, ...content: Child[]): HTMLElement {
  return el("section", { id }, el("h2", null, title), content);
}
