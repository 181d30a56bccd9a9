// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { renderChapter } from "../../../src/components/chapter-page.js";
import { predictFirst } from "../../../src/components/predict/index.js";
import { predictWords } from "../../../src/components/predict/words.js";
import { digestRun } from "../../../src/components/run-digest.js";
import { showStep } from "../../../src/components/step-list.js";
import { words } from "../../../src/components/text.js";
import type { RunDocument } from "../../../src/model/run.js";
import { notRun, sampleRaw, sampleRun, sampleSheet } from "../../fixtures/site/sample.js";
import { type TestShelf, testShelf } from "./support.js";

vi.mock("../../../src/components/evidence.js", () => ({
  rawUrl: (chapter: string, sha: string) => `../evidence/${chapter}/raw/${sha}`,
  downloadUrl: (name: string) => name,
  loadBook: async () => ({ series: [{ chapters: [{ id: "c26" }, { id: "k01" }] }] }),
}));

/** A slow machine takes its time to load what is imported only when it is needed. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;
});

let shelf: TestShelf;
beforeEach(() => {
  shelf = testShelf();
  location.hash = "";
});

async function open(run: RunDocument | undefined = sampleRun, lang: "en" | "zh" = "en") {
  const stored = {
    raw: async (sha: string) => sampleRaw.get(sha)!,
    whole: async () => run!,
    charts: async () => ({ timelines: [], distributions: [] }),
  };
  const digest = run && digestRun(run);
  const article = renderChapter(sampleSheet, digest, [], lang, stored);
  document.body.replaceChildren(article);
  const page = digest && {
    lang,
    words: words[lang],
    run: digest,
    ...stored,
    rawUrl: (sha: string) => sha,
    show: (source: Parameters<typeof showStep>[0]) => void showStep(source, article),
  };
  const desk = predictFirst({ article, sheet: sampleSheet, page, lang, shelf })!;
  await soon(() => expect(article.querySelector(".question-card form, .comparison")).not.toBeNull());
  return { article, desk };
}

const $ = <E extends HTMLElement = HTMLElement>(root: Element, selector: string) =>
  root.querySelector<E>(selector)!;
const isVeiled = (root: Element, selector: string) => $(root, selector).closest(".veiled") !== null;

function choose(root: Element, selector: string, value: string) {
  const control = $<HTMLSelectElement>(root, selector);
  control.value = value;
  control.dispatchEvent(new Event("change", { bubbles: true }));
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

function submit(root: Element, id: string) {
  $(root, `#question-${id} form`).dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

describe("predict first", () => {
  it("veils the author's list, tables, evidence, cases and answers, and says how many are to be sealed", async () => {
    const { article } = await open();
    for (const part of [
      ".predictions",
      "tr[data-prediction=late]",
      "#evidence .steps",
      ".case tr",
      ".answer tr",
    ])
      expect(isVeiled(article, part), part).toBe(true);
    expect($(article, "#verdicts .veil-note").textContent).toContain(predictWords.en.veiled(4));
    expect($(article, "#evidence h2").closest(".veiled")!.id).toBe("evidence");
  });

  it("asks every prediction once, an exercise's with its task", async () => {
    const { article } = await open();
    const asked = [...article.querySelectorAll<HTMLElement>("[data-question]")].map(
      (one) => one.dataset.question,
    );
    expect(asked.sort()).toEqual(sampleRun.predictions.map(({ id }) => id).sort());
    expect($(article, '[data-question="ex"]').closest("[data-exercise]")).not.toBeNull();
  });

  it("every control has a label, and ids are unique", async () => {
    const { article } = await open(sampleRun, "zh");
    for (const select of article.querySelectorAll<HTMLSelectElement>("[name=op]")) {
      select.value = select.options[select.options.length - 2]!.value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const control of article.querySelectorAll<HTMLInputElement>("input, select, textarea"))
      expect(control.labels?.length, control.outerHTML).toBeGreaterThan(0);
    const ids = [...article.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
  });

  it("sealing shows reader's, author's and actual side by side, judged", async () => {
    const { article, desk } = await open();
    choose(article, "#question-late [name=op]", "between");
    $<HTMLInputElement>(article, "#question-late [name=low]").value = "60";
    submit(article, "late");
    await soon(() => expect($(article, "#question-late .verdict-reader")).not.toBeNull());
    const cell = (column: string) => $(article, `#question-late td.column-${column}`).textContent!;
    expect(cell("reader")).toContain("notready is at least 60 s");
    expect(cell("author")).toContain("NotReady comes within 40 to 60 s");
    expect(cell("actual")).toContain("51.873");
    expect($(article, "#question-late .verdict-reader").textContent).toContain("REFUTED");
    expect($(article, "#question-late .verdict-author").textContent).toContain("CONFIRMED");
    expect(desk.notebook.sealed.get("late")!.access).toBe("NOT_SEEN");
    expect($(article, ".voice").textContent).toContain(words.en.REFUTED);
    expect($(article, "#question-late form")).toBeNull();
  });

  it("a faulty form seals nothing, marks the field and moves there", async () => {
    const { article, desk } = await open();
    choose(article, "#question-late [name=op]", "between");
    $<HTMLInputElement>(article, "#question-late [name=low]").value = "forty";
    submit(article, "late");
    const low = $<HTMLInputElement>(article, "#question-late [name=low]");
    expect(desk.notebook.sealed.size).toBe(0);
    expect(low.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(low.getAttribute("aria-errormessage")!)!.textContent).toContain(
      predictWords.en.faults.number,
    );
    expect(document.activeElement).toBe(low);
  });

  it("a card that another one's seal does not touch keeps what is being typed", async () => {
    const { article, desk } = await open();
    choose(article, "#question-exit [name=op]", "equals");
    $<HTMLInputElement>(article, "#question-exit [name=value]").value = "half";
    desk.seal("late", sampleRun.predictions.find(({ id }) => id === "late")!.claim);
    expect($<HTMLInputElement>(article, "#question-exit [name=value]").value).toBe("half");
  });

  it("lifts a veil once everything that it tells is sealed or asked for", async () => {
    const { article, desk } = await open();
    desk.show(["exit"], "asked");
    expect(isVeiled(article, ".case tr")).toBe(false);
    expect(isVeiled(article, "tr[data-prediction=late]")).toBe(true);
    $(article, ".reading-choice [data-mode=everything]").click();
    expect(article.querySelector(".veiled")).toBeNull();
    expect($(article, "[data-mode=everything]").getAttribute("aria-pressed")).toBe("true");
  });

  it("says that the author's predictions or the run changed since the seal", async () => {
    const first = await open();
    first.desk.seal("late", sampleRun.predictions.find(({ id }) => id === "late")!.claim);
    const later = { ...sampleRun, id: "20261105T100000000Z-c26-abcd", predictionsDigest: "44".repeat(32) };
    const { article } = await open(later);
    await soon(() => expect($(article, "#question-late .changed-since")).not.toBeNull());
    const notes = [...article.querySelectorAll("#question-late .changed-since")].map(
      (one) => one.textContent!,
    );
    expect(notes[0]).toContain("333333333333 → 444444444444");
    expect(notes[1]).toContain(sampleRun.id);
  });

  it("keeps what was sealed for a question that is no longer asked", async () => {
    const first = await open();
    first.desk.seal("late", sampleRun.predictions.find(({ id }) => id === "late")!.claim);
    const { article } = await open({
      ...sampleRun,
      predictions: sampleRun.predictions.filter(({ id }) => id !== "late"),
    });
    await soon(() => expect($(article, ".orphans").textContent).toContain("late"));
  });

  it("can be sealed where nothing was run, and says that nothing can be judged", async () => {
    const { article, desk } = await open(notRun);
    desk.seal("log", { op: "matches", of: ["log.line"], pattern: "x" });
    await soon(() => expect($(article, "#question-log .column-reader")).not.toBeNull());
    expect($(article, "#question-log td.column-actual").textContent).toContain(predictWords.en.noVerdictYet);
    expect(desk.notebook.sealed.get("log")!.access).toBe("NOTHING_RUN");
    expect($(article, ".not-run")).not.toBeNull();
  });

  it("storage that fails is said at the top", async () => {
    shelf.readFault = new Error("SecurityError");
    const { article } = await open(sampleRun, "zh");
    expect($(article, ".reading-choice [role=alert]").textContent).toContain(
      predictWords.zh.storage.unavailable,
    );
  });

  it("a link from outside to a veiled place lifts the veil and marks what was not sealed", async () => {
    location.hash = "#step-get-pod";
    const { article, desk } = await open();
    expect(article.querySelector(".veiled")).toBeNull();
    expect(desk.notebook.seen.get("late")).toMatchObject({ how: "link" });
  });
});
