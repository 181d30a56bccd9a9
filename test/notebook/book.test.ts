// @vitest-environment jsdom
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { type NotebookEnv, notebook } from "../../notebook/plugin.js";
import type { Book, Lang } from "../../notebook/types.js";
import { chapter, recordedRun } from "./chapter.js";

const drawn = (html: string) => new DOMParser().parseFromString(html, "text/html");
const textOf = (root: Document | Element, selector: string) =>
  root.querySelector(selector)?.textContent?.replaceAll("\u00a0", " ");

/** A book of two chapters with the same run; k98 has an unwritten notebook. */
function book(lang: Lang = "en", more: Partial<Book> = {}): Book {
  return {
    lang,
    file: lang === "en" ? "src/index.md" : "src/zh/index.md",
    firstLine: 5,
    look: "home",
    place: "./chapters/",
    ids: ["k98", "k99"],
    chapter: (id) => (["k98", "k99"].includes(id) ? chapter(lang, { id }) : undefined),
    text: (id) => (id === "k99" ? `${"word ".repeat(660)}\n\n\`\`\`ask seen\n\`\`\`` : undefined),
    ...more,
  };
}

function render(markdown: string, of: Book = book()) {
  const env: NotebookEnv = { path: "/index" };
  const html = notebook(new MarkdownIt({ html: true }), () => of).render(`# Title\n\n${markdown}`, env);
  const faults = env.notebook!.faults.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  return { html, page: drawn(html), faults };
}

describe("on a page of the book", () => {
  it("a value names its chapter, and leads to that chapter's record", () => {
    const { page, faults } = render("After {{k99:seen.at}}, or {{ k98: seen.again - seen.at }}.");
    expect(faults).toEqual([]);
    const [one, other] = [...page.querySelectorAll("a.v")];
    expect([one!.textContent, one!.getAttribute("href"), one!.id]).toEqual([
      "42.7 s",
      "./chapters/k99/record#value-seen.at",
      "cites-k99-seen.at",
    ]);
    expect([other!.textContent, other!.id]).toEqual(["166 ms", "cites-k98-seen.again"]);
    expect(textOf(render("{{k99:reference seen}}").page, ".r")).toBe("52 s after the stop");
  });

  it.each([
    ["{{seen.at}}", "on this page a name begins with its chapter, such as k07:seen.at"],
    ["{{k97:seen.at}}", "there is no chapter k97"],
    ["{{k99:nothing}}", "nothing observes nothing"],
    ["{{book:pages}}", "there is no such count; there are chapters, observed, predictions"],
    ["It took 5 seconds.", '"5" is bound to nothing'],
    ["::: claim k99:seen k98:seen\nText.\n:::", "of more than one chapter"],
    ["::: claim seen\nText.\n:::", "a name begins with its chapter"],
    ["::: claim k99:nobody\nText.\n:::", "there is no prediction nobody"],
    ["```step k99:nobody\n```", "neither the run nor the lab has such a step"],
    ["```ask k99:seen\nquestion: When?\n```", "a question stands in a notebook only"],
    [":::: chapter k99\nA sentence.\n::::", "it needs a claim and a value"],
    [":::: chapter k97\n::::", "chapter k97: there is none"],
    [
      "```scale\ntitle: T\nrows:\n  - {value: k99:seen.at, label: a}\n  - {value: k99:names, label: b}\n```",
      "k99:names is no time above zero",
    ],
  ])("%j is a fault of the page, with its file", (text, fault) => {
    const { faults } = render(text);
    expect(faults.join("\n")).toContain(fault);
    expect(faults[0]).toMatch(/^src\/index\.md:\d+: /);
  });

  it("a notebook binds no other chapter's values, and holds no entries", () => {
    const md = notebook(new MarkdownIt(), () => chapter());
    const env: NotebookEnv = { path: "/chapters/k99" };
    md.render("# T\n\n{{k98:seen.at}}\n\n::: chapter k98\n:::", env);
    expect(env.notebook!.faults.map(({ message }) => message)).toEqual([
      "k98:seen.at: a notebook binds its own chapter only",
      "chapter and path stand on a page of the whole book only",
    ]);
  });

  it("a claim stands while its chapter's run confirms it, and says so otherwise", () => {
    const text = "::: claim k99:seen\nIt was seen.\n:::";
    expect(textOf(render(text).page, ".stands p")).toBe("It was seen.");
    const { page } = render("::: claim k99:late\nIt came in time.\n:::");
    expect(page.querySelector(".stands")).toBeNull();
    expect(textOf(page, ".unmet-refuted li")).toContain("because of late");
    expect(textOf(page, ".unmet details p")).toBe("It came in time.");
  });

  it("an entry has its chapter's title, time and standing around the sentences", () => {
    const text = ":::: chapter k99\nWhat?\n\n::: claim k99:seen\nAfter {{k99:seen.at}}.\n:::\n::::";
    const { page, faults } = render(text);
    expect(faults).toEqual([]);
    const entry = page.querySelector("section.entry#k99")!;
    expect(entry.querySelector("h3 a")!.getAttribute("href")).toBe("./chapters/k99");
    expect([...entry.querySelectorAll(".entry-facts li")].map((one) => one.textContent)).toEqual([
      "4 min read",
      "● OBSERVED 30 Nov 2026",
      "Kubernetes 1.36.2, containerd 2.1.9",
      "2 of 3 confirmed",
    ]);
    const zh = render(":::: chapter k98\n::::", book("zh")).page;
    expect([...zh.querySelectorAll(".entry-facts li")].map((one) => one.textContent)).toEqual([
      "● OBSERVED 2026 年 11 月 30 日",
      "Kubernetes 1.36.2, containerd 2.1.9",
      "3 条预测中 2 条符合",
    ]);
  });

  it("a way through tells how long its chapters take, as long as all of them are written", () => {
    const path = (links: string) => `::: path\n${links}\n:::`;
    expect(textOf(render(path("[one](./chapters/k99)")).page, ".path-time")).toBe("1 chapter, about 4 min");
    expect(textOf(render(path("[a](./chapters/k99) [b](./chapters/k98)")).page, ".path-time")).toBe(
      "2 chapters",
    );
    const written = book("zh", { text: () => "字".repeat(400 * 70) });
    expect(textOf(render(path("全书"), written).page, ".path-time")).toBe("2 章，约 2 小时 20 分钟");
  });

  it("the book's counts are those of its runs", () => {
    const { page } = render("{{book:chapters}} {{book:observed}} {{book:predictions}} {{book:confirmed}}");
    expect([...page.querySelectorAll(".v")].map((one) => one.textContent)).toEqual(["2", "2", "6", "4"]);
  });

  it("a scale goes from the shortest time to the longest, and from what was observed to what was not", () => {
    const gone = recordedRun((run) => {
      run.observations["late.at"] = { missing: "NOT_RUN", unit: "s", reason: "no crictl" };
    });
    const rows = ["seen.at", "late.at", "seen.again - seen.at", "step.pods.durationMs | s"];
    const source = rows.map((value) => `  - {value: "k99:${value}", label: a row}`).join("\n");
    const { page, faults } = render(
      `~~~scale\ntitle: Times\nrows:\n${source}\n~~~`,
      book("en", { chapter: (id) => chapter("en", { id, run: gone }) }),
    );
    expect(faults).toEqual([]);
    const items = [...page.querySelectorAll(".scale li")];
    expect(items.map((one) => textOf(one, ".scale-value"))).toEqual([
      "166 ms",
      "1.23 s",
      "42.7 s",
      "○ NOT_RUN (no crictl)",
    ]);
    expect([...page.querySelectorAll(".scale-head text")].map((one) => one.textContent)).toEqual([
      "100 ms",
      "1 s",
      "10 s",
      "100 s",
    ]);
    const places = items.map((one) => one.querySelector("circle")?.getAttribute("cx"));
    expect(places).toEqual(["7.3%", "36.4%", "87.7%", undefined]);
    expect(page.querySelectorAll("[style]")).toHaveLength(0);
  });
});
