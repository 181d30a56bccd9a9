// @vitest-environment jsdom
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import type { Published } from "../../notebook/answer.js";
import { type NotebookEnv, notebook } from "../../notebook/plugin.js";
import type { Book, Chapter, Lang } from "../../notebook/types.js";
import type { AnswerSummary } from "../../src/components/answers/summary.js";
import { recordOf } from "../../src/model/answer/record.js";
import { soundAnswer } from "../support/answer.js";
import { recordedRun } from "../support/evidence.js";
import { chapter } from "./chapter.js";

const { run, raw } = recordedRun();
const answer = soundAnswer();
const record = recordOf(answer, new Uint8Array(), run, (sha256) => raw.get(sha256));
const summary: AnswerSummary = {
  chapter: "c00",
  exercise: "1",
  title: { en: "Process isolation", zh: "进程隔离" },
  task: { en: "Predict the `hostname`.", zh: "请预测 `hostname`。" },
  state: "VERIFIED",
  faults: [],
  notRun: [],
  access: "RUN_SEEN",
  run: run.id,
  runFile: `runs/${run.id}.json`,
  newest: false,
  signedAt: "2026-12-01T00:00:00.000Z",
  keyids: ["a".repeat(64)],
  bundle: { bytes: 10_240, sha256: "b".repeat(64) },
};
const published: Published = { summary, answer, record };
const older: Chapter["older"] = { evidence: "../evidence/c00/", file: summary.runFile };

function book(of: Published, lang: Lang = "en", shown: Partial<Chapter> = { older }): Book {
  return {
    lang,
    file: "src/answers/c00-1.md",
    firstLine: 1,
    look: "answer",
    place: "../chapters/",
    ids: ["c00"],
    chapter: (id) =>
      id === "c00"
        ? chapter(lang, {
            id,
            run,
            lab: undefined,
            title: summary.title,
            bytes: (sha256) => raw.get(sha256),
            ...shown,
          })
        : undefined,
    text: () => undefined,
    answer: of,
    script: "../answer.js",
  };
}

function drawn(of: Book) {
  const env: NotebookEnv = { path: "/answers/c00-1" };
  const html = notebook(new MarkdownIt({ html: true }), () => of).render("", env);
  return {
    page: new DOMParser().parseFromString(html, "text/html"),
    faults: env.notebook!.faults.map(({ message }) => message),
  };
}

const texts = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent);

describe("the page of an answer", () => {
  it.each([
    ["en", "Inside it was labbook-inside, outside vm."],
    ["zh", "里面是 labbook-inside，外面是 vm。"],
  ] as const)("tells question and findings with bound values (%s)", (lang, text) => {
    const { page, faults } = drawn(book(published, lang));
    expect(faults).toEqual([]);
    expect(texts(page, "h1")).toEqual([lang === "en" ? "Predict the hostname." : "请预测 hostname。"]);
    expect(texts(page, ".claim-text")).toEqual([text]);
    expect(page.querySelector(".claim-text a.v")!.getAttribute("title")).toContain(
      "hostname.inside.after = labbook-inside",
    );
    // no word of the other language's own
    const words = page.body.textContent!;
    expect(words.includes("Check it yourself")).toBe(lang === "en");
    expect(words.includes("自己验证")).toBe(lang === "zh");
  });

  it("shows below each finding the commands, and the lines that hold its values", () => {
    const figures = [...drawn(book(published)).page.querySelectorAll(".finding .cmd")];
    const steps = figures.map((one) => one.getAttribute("data-step"));
    expect(steps).toEqual(["inside-says", "hostname-after"]);
    const [inside, outside] = figures;
    expect(texts(inside!, ".cmd-out")).toEqual(["hostname-after labbook-inside"]);
    expect(texts(inside!, ".cmd-out mark")).toEqual(["labbook-inside"]);
    expect(texts(outside!, ".cmd-typed")).toEqual(["$ uname -n"]);
    expect(texts(outside!, ".cmd-out mark")).toEqual(["vm"]);
    const { sha256 } = run.steps.find(({ id }) => id === "hostname-after")!.stdout!;
    expect(outside!.querySelector(".cmd-note a")!.getAttribute("href")).toBe(`../evidence/c00/raw/${sha256}`);
  });

  it("leads from a value to the raw bytes of its run, and to the record when that shows the same run", () => {
    const href = (shown: Partial<Chapter>) =>
      drawn(book(published, "en", shown))
        .page.querySelector(".claim-text a.v")!
        .getAttribute("href");
    const { sha256 } = run.steps.find(({ id }) => id === "inside-says")!.stdout!;
    expect(href({ older })).toBe(`../evidence/c00/raw/${sha256}`);
    expect(href({ place: "../chapters/" })).toBe("../chapters/c00/record#value-hostname.inside.after");
  });

  it("says, small, how the prediction was sealed and judged, and where the files are", () => {
    const checked = drawn(book(published)).page.querySelector("#verify")!;
    expect(checked.textContent).toContain("its results may have been seen");
    expect(checked.textContent).toContain("The run had sealed the same statements before its first step.");
    expect(texts(checked, "li[data-prediction] .badge")).toEqual(["CONFIRMED", "CONFIRMED"]);
    expect(checked.textContent).toContain("The chapter's page shows a newer run");
    const files = [...checked.querySelectorAll(".downloads a")].map((one) => one.getAttribute("href"));
    expect(files).toContain("../answers/c00/1.labbook.tar");
    expect(JSON.parse(checked.querySelector(".verify-panel")!.getAttribute("data-answer")!)).toEqual({
      chapter: "c00",
      exercise: "1",
      runFile: summary.runFile,
    });
    expect(drawn(book(published)).page.querySelector("script")!.getAttribute("src")).toBe("../answer.js");
  });

  it("names the parts that were NOT_RUN before it shows anything else", () => {
    const partial = {
      ...record,
      status: "VERIFIED_WITH_NOT_RUN" as const,
      notRun: [{ part: "step x", reason: "no such program" }],
    };
    const state = "VERIFIED_WITH_NOT_RUN";
    const { page } = drawn(book({ summary: { ...summary, state }, answer, record: partial }));
    expect(texts(page, "#not-run li")).toEqual(["step x no such program"]);
    expect(texts(page, ".standing .badge")[0]).toContain("with parts that were not run");
    const order = [...page.querySelectorAll("#not-run, .finding")].map((one) => one.className);
    expect(order[0]).toBe("notice");
  });

  it("of one that does not verify shows why, and none of its claims", () => {
    const refused = { ...summary, state: "NOT_VERIFIED" as const, faults: ["digests: raw/ab… changed"] };
    const { page } = drawn(book({ summary: refused }));
    expect(page.body.textContent).toContain("digests: raw/ab… changed");
    expect(page.querySelectorAll(".finding, .verify-panel, [data-prediction]")).toHaveLength(0);
    expect(page.body.textContent).not.toContain("labbook-inside");
  });

  it("takes nothing that was printed or claimed for a tag", () => {
    const hostile = structuredClone(answer);
    hostile.claims[0]!.text.en = "<img src=x> {{hostname.inside.after}}";
    const { page } = drawn(book({ summary, answer: hostile, record }));
    expect(page.querySelector("img")).toBeNull();
    expect(texts(page, ".claim-text")).toEqual(["<img src=x> labbook-inside"]);
  });
});

describe("the list of answers", () => {
  const list = (all: Published[], lang: Lang = "en") =>
    drawn({
      ...book(published, lang),
      answer: undefined,
      answers: all.map((one) => ({ ...book(one, lang), scope: `${one.summary.exercise}-` })),
    }).page;

  it("reads as questions, each with a sentence of its answer", () => {
    const second = { summary: { ...summary, exercise: "2", state: "NOT_VERIFIED" as const } };
    const page = list([published, second], "zh");
    expect(texts(page, "h2")).toEqual(["c00 进程隔离"]);
    const [first, other] = [...page.querySelectorAll("li")];
    expect(first!.querySelector(".question a")!.getAttribute("href")).toBe("./c00-1");
    expect(texts(first!, "p.answer")).toEqual(["里面是 labbook-inside，外面是 vm。"]);
    expect(texts(first!, ".badge")).toEqual([]);
    expect(texts(other!, "p.answer")).toEqual([]);
    expect(texts(other!, ".badge")).toEqual(["✗ 未通过验证"]);
    expect(texts(page, ".lead")[0]).toContain("共 1 份解答");
    expect(texts(list([]), ".lead")).toEqual(["No answer is published yet."]);
  });

  it("takes a second sentence when the first says little", () => {
    const brief = structuredClone(answer);
    brief.claims[0]!.text.en =
      "It differs. Inside it was {{hostname.inside.after}}, as it was set there by us. More.";
    expect(texts(list([{ summary, answer: brief, record }]), "p.answer")).toEqual([
      "It differs. Inside it was labbook-inside, as it was set there by us.",
    ]);
  });

  it("gives no two elements one id, though two answers cite one value", () => {
    const page = list([published, { ...published, summary: { ...summary, exercise: "2" } }]);
    const ids = [...page.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
