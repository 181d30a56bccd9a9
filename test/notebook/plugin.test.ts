// @vitest-environment jsdom
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { notebook } from "../../notebook/plugin.js";
import { chapter, recordedRun, render, uid } from "./chapter.js";

const drawn = (html: string) => new DOMParser().parseFromString(html, "text/html");
const textOf = (html: string, selector: string) => drawn(html).querySelector(selector)?.textContent;

it("leads back from a footnote to each place that names it, by an id without a colon", () => {
  const page = drawn(render("One.[^d] Two.[^d]\n\n[^d]: Docs.").html);
  const back = [...page.querySelectorAll("a.footnote-backref")].map((one) => one.getAttribute("href")!);
  expect(back).toEqual(["#fnref1", "#fnref1-1"]);
  for (const href of back) expect(page.querySelector(href)).not.toBeNull();
});

describe("values", () => {
  it.each([
    ["seen.at", "42.7 s"],
    ["seen.at | fine", "42.668 s"],
    ["seen.at | exact", "42.668 s"],
    ["seen.at | min", "0.711 min"],
    ["seen.again - seen.at", "166 ms"],
    ["soon.at - seen.at", "under 1 ms"],
    ["seen.again + seen.at", "85.5 s"],
    ["seen.again / seen.at", "1.00"],
    ["outage/seen", "42.7 s"],
    ["short.uid | short", "22cf2ff3…"],
    ["image.size | bytes", "268 kB"],
    ["names | list", "a, b and c"],
    ["names | count", "3"],
    ["names | second", "b"],
    ["step.pods.durationMs | s", "1.23 s"],
    ["step.refused.exitCode", "7"],
    ["env.kubernetes", "1.36.2"],
    ["env.containerd", "2.1.9"],
    ["env.date", "30 Nov 2026"],
  ])("{{%s}} reads %s", (expression, shown) => {
    const { html, faults } = render(`It is {{${expression}}}.`);
    expect(faults).toEqual([]);
    expect(textOf(html, ".v")!.replaceAll("\u00a0", " ")).toBe(shown);
  });

  it("are written as Chinese on a Chinese page", () => {
    const { html } = render("{{seen.at}}，{{names | list}}，{{env.date}}", chapter("zh"));
    expect([...drawn(html).querySelectorAll(".v")].map((one) => one.textContent)).toEqual([
      "42.7 秒",
      "a、b和c",
      "2026 年 11 月 30 日",
    ]);
  });

  it("lead to their bytes, tell the exact text and where it was read", () => {
    const value = drawn(render("{{seen.at}}").html).querySelector("a.v")!;
    expect(value.getAttribute("href")).toBe("./k99/record#value-seen.at");
    expect(value.getAttribute("title")).toBe(
      "seen.at = 42.668 s; read from step pods, stdout, bytes 4 to 8; resolution ±1 ms",
    );
    expect(value.id).toBe("cites-seen.at");
  });

  it("are NOT_RUN with the reason when the run does not have them, and when only the lab has", () => {
    const { html, faults } = render("{{gone}} {{later.value}}");
    const [gone, later] = [...drawn(html).querySelectorAll(".v.missing")];
    expect(gone!.textContent).toBe("○ NOT_RUN (late: no crictl)");
    expect(later!.textContent).toBe(
      "○ NOT_RUN (the recorded run does not hold it; the lab has been extended since)",
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ["{{nothing.here}}", "nothing observes nothing.here"],
    ["{{seen.at | shrot}}", "there is no filter shrot"],
    ["{{seen.at - short.uid}}", "both must be numbers"],
    ["{{seen.at - image.size}}", "s and undefined do not go together"],
    ["{{reference late}}", "the prediction has no reference figure"],
    ["{{reference nobody}}", "there is no prediction nobody"],
  ])("%s is a fault with file and line, and stands in the page", (text, fault) => {
    const { html, faults } = render(`First line.\nSecond: ${text}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^src\/chapters\/k99\.md:8: /);
    expect(faults[0]).toContain(fault);
    expect(textOf(html, ".notebook-fault")).toContain(fault);
  });

  it("of one identifier have one colour in prose and in output", () => {
    const { html } = render(
      "```step answer\nmatch: requestId\nmark: short.uid\n```\n\nIt is {{short.uid | short}}, {{answer.uid | short}}.",
    );
    const document = drawn(html);
    expect([...document.querySelectorAll("a.v")].map((one) => one.className)).toEqual([
      "v v-identifier tone-0",
      "v v-identifier tone-0",
    ]);
    expect(document.querySelector(".cmd .tone-0")!.textContent).toBe(uid);
  });

  it("stay as they are in code, and on other pages", () => {
    expect(render("`{{seen.at}}`").html).toContain("<code>{{seen.at}}</code>");
    expect(
      notebook(new MarkdownIt(), () => undefined).render("{{seen.at}} and 5 seconds", { path: "/reading" }),
    ).toBe("<p>{{seen.at}} and 5 seconds</p>\n");
  });

  it("of reference are marked as such", () => {
    expect(textOf(render("{{reference seen}}").html, ".r")).toBe("52 s after the stop");
    expect(textOf(render("{{reference seen}}", chapter("zh")).html, ".r")).toBe("52 秒，停止之后");
  });
});

describe("steps", () => {
  it("show the command as it is typed, with the exact one at hand", () => {
    const command = drawn(render("```step pods\n```").html).querySelector(".cmd-typed")!;
    expect(command.textContent).toBe("$ kubectl -n labbook-k99 get pods");
    expect(command.getAttribute("data-exact")).toBe(
      "kubectl --kubeconfig .labbook/kubeconfig --namespace labbook-k99 get pods",
    );
    expect(textOf(render("```step answer\n```").html, ".cmd-typed")).toBe(
      "$ docker exec worker curl http://10.0.0.1:8080/identity",
    );
  });

  it("fold a script away", () => {
    const document = drawn(render("```step long\nlines: 1\n```").html);
    expect(document.querySelector(".cmd-typed")!.textContent).toBe("$ docker exec worker sh -c …");
    expect(document.querySelector(".cmd-exact pre")!.textContent).toContain("set -e\nfor i in 1 2 3");
  });

  it.each([
    ["lines: 2", "line 1\nline 2"],
    ["lines: 2-3", "line 2\nline 3"],
    ["lines: -2", "⋮\nline 39\nline 40".slice(2)],
    ["lines: 1, 3", "line 1\n⋮\nline 3"],
    ['match: "7$"', "line 7\n⋮\nline 17\n⋮\nline 27\n⋮\nline 37"],
  ])("show the lines of %s", (options, shown) => {
    expect(textOf(render(`\`\`\`step long\n${options}\n\`\`\``).html, ".cmd-out")).toBe(shown);
  });

  it("fold what is long, and show everything when asked", () => {
    const folded = drawn(render("```step long\n```").html);
    expect(folded.querySelector(".cmd-out")!.textContent!.split("\n")).toHaveLength(14);
    expect(folded.querySelector(".cmd-rest summary")!.textContent).toBe("26 more lines");
    expect(folded.querySelector(".cmd-rest pre")!.textContent).toMatch(/^line 15\n(?:.*\n)*line 40$/);
    expect(textOf(render("```step long\nwhole: true\n```").html, ".cmd-out")!.split("\n")).toHaveLength(40);
  });

  it("take columns by their headings, or out of JSON by paths", () => {
    expect(textOf(render("```step pods\ncolumns: NAME, STATUS\n```").html, ".cmd-out")).toBe(
      "NAME          STATUS\nshort-7jm8j   Running\nalways        Running",
    );
    expect(textOf(render("```step answer\ncolumns: {N: $.n, S: $.s}\n```").html, ".cmd-out")).toBe(
      "N   S\n1   x\n2   <none>",
    );
    expect(textOf(render("```step answer\njson: $.pod\n```").html, ".cmd-out")).toBe(
      `{\n  "uid": "${uid}",\n  "name": "short"\n}`,
    );
  });

  it("mark text, patterns and observed values", () => {
    const marks = (options: string) =>
      [...drawn(render(`\`\`\`step ${options}\n\`\`\``).html).querySelectorAll("mark")].map(
        (one) => one.textContent,
      );
    expect(marks("pods\nmark: [always, /worker\\d?/]")).toEqual(["worker", "always", "worker2"]);
    expect(marks("answer\nmark: short.uid")).toEqual([uid]);
  });

  it("take nothing that was printed for HTML, and show what would move a cursor", () => {
    const { html } = render("```step hostile\n```");
    expect(html).not.toContain("<script>");
    expect(textOf(html, ".cmd-out")).toBe("<script>alert(1)</script> red ␛[2J U+202E end");
  });

  it("say that an exit code is expected, and why a step did not run", () => {
    expect(textOf(render("```step refused\n```").html, ".cmd-fact")).toBe("✓ exit 7 (expected) 1.23 s");
    expect(textOf(render("```step late\n```").html, ".cmd-reason")).toBe("○ NOT_RUN no crictl");
    expect(textOf(render("```step later\n```").html, ".cmd-missing")).toContain("○ NOT_RUN later");
  });

  it("are refused with all faults at once, each on its line", () => {
    const { faults } = render(
      "```step pods\nlines: 2\nmtach: x\nwhole: maybe\n```\n\n```step nobody\n```\n\n```step pods\nmark: absent\n```",
    );
    expect(faults).toEqual([
      expect.stringMatching(/^src\/chapters\/k99\.md:\d+: step pods: whole: .*boolean/),
      expect.stringMatching(/^src\/chapters\/k99\.md:\d+: step pods: the options: Unrecognized key: "mtach"/),
      expect.stringContaining("step nobody: neither the run nor the lab has such a step"),
      expect.stringContaining("step pods: mark: the output has no absent"),
    ]);
  });
});

describe("claims", () => {
  it("stand while their predictions are confirmed", () => {
    const { html, page } = render("::: claim seen uid-same\nIt was {{seen.at}}.\n:::");
    expect(textOf(html, ".stands")).toContain("It was 42.7 s.");
    expect(page.unmet).toEqual([]);
  });

  it("give way to what was observed when one is refuted, and keep the text folded", () => {
    const { html, page } = render("::: claim seen late\nBoth came in time.\n:::");
    const note = drawn(html).querySelector(".unmet-refuted")!;
    expect(note.querySelector("li")!.textContent).toBe(
      "predicted: The statement late REFUTED; observed: 61.5 s (because of late)",
    );
    expect(note.querySelector("details")!.textContent).toContain("Both came in time.");
    expect(drawn(html).querySelector(".stands")).toBeNull();
    expect(page.unmet).toEqual([{ line: 7, predictions: ["seen", "late"], text: "Both came in time." }]);
  });

  it("cannot be decided without a run", () => {
    const { html } = render("::: claim seen\nIn time.\n:::", chapter("zh", { run: undefined }));
    expect(textOf(html, ".unmet strong")).toBe("○ 本页所示的运行无法判定这一点。");
  });

  it("need a prediction that exists", () => {
    expect(render("::: claim\nText.\n:::").faults).toEqual([
      "src/chapters/k99.md:7: claim: names no prediction",
    ]);
    expect(render("::: claim sene\nText.\n:::").faults).toEqual([
      "src/chapters/k99.md:7: claim sene: there is no prediction sene",
    ]);
  });
});

describe("questions", () => {
  it("hold back what follows, up to the next heading or question", () => {
    const { html } = render(
      "```ask seen\nquestion: When?\nrange: 0..120\n```\n\nThen.\n\n```ask late\nquestion: And?\nrange: 0..90\n```\n\nLater.\n\n## Next\n\nOpen.",
    );
    const document = drawn(html);
    expect(
      [...document.querySelectorAll(".veil")].map((one) => [
        one.getAttribute("data-waits-for"),
        one.textContent!.trim(),
      ]),
    ).toEqual([
      ["seen", "Then."],
      ["late", "Later."],
    ]);
    expect(document.querySelector(".veil h2")).toBeNull();
  });

  it("about a number know its unit, what counts as met, and what was observed", () => {
    const form = drawn(render("```ask seen\nquestion: When?\nrange: 0..120\n```").html).querySelector(
      "form",
    )!;
    expect(JSON.parse(form.dataset.claim!)).toEqual({
      op: "within",
      of: ["seen.at"],
      to: { literal: 0 },
      tolerance: 6,
      unit: "s",
    });
    expect([form.dataset.observed, form.dataset.unit]).toEqual(["42.7 s", "s"]);
  });

  it("with choices judge each by the run", () => {
    const { html, faults } = render(
      "```ask uid-same\nquestion: Same?\nchoices:\n  The same: holds\n  Another: fails\n```",
    );
    expect(faults).toEqual([]);
    const inputs = [...drawn(html).querySelectorAll<HTMLInputElement>("input[type=radio]")];
    expect(inputs.map((one) => [JSON.parse(one.dataset.claim!).op, one.dataset.holds])).toEqual([
      ["unchanged", "CONFIRMED"],
      ["changed", "REFUTED"],
    ]);
  });

  it.each([
    ["```ask seen\nquestion: When?\n```", "give either range or choices"],
    ["```ask seen\nquestion: When?\nrange: 9..3\n```", "9 is not below 3"],
    [
      "```ask uid-same\nquestion: Which?\nchoices: {a: 1, b: 2}\n```",
      "none of them is what the recorded run shows",
    ],
    ["```ask nobody\nquestion: Who?\nrange: 0..3\n```", "there is no prediction nobody"],
    ["- ```ask seen\n  question: When?\n  range: 0..3\n  ```", "cannot stand within a list"],
  ])("are refused: %s", (text, fault) => {
    expect(render(text).faults.join("\n")).toContain(fault);
  });
});

describe("prose", () => {
  it.each([
    "It takes 50 s.",
    "It takes fifty seconds.",
    "Half of the 12 Pods.",
    "The ratio is 1.5, they say.",
    "| a | b |\n|---|---|\n| x | 3 |",
    "- 7 of them",
  ])("may not say a number that nothing binds: %s", (text) => {
    expect(render(text).faults.join("\n")).toContain("is bound to nothing");
  });

  it.each(["它需要 50 秒。", "它需要五十秒。", "大约三分钟之后"])("nor in Chinese: %s", (text) => {
    expect(render(text, chapter("zh")).faults.join("\n")).toContain("is bound to nothing");
  });

  it.each([
    "It takes {{seen.at}}.",
    "It takes 50 s.[^d]\n\n[^d]: The default is 50 s.",
    "The default is 40 s in older versions.[^d] It is different here.\n\n[^d]: Docs.",
    "Run `sleep 5` first.",
    "Two taints, four Pods, one node.",
    "IPv4, SHA-256, PID 1, HTTP/1.1, cgroup v2, chapter k07, exercise 2.",
    "1. First\n2. Second",
    "![](x2.png) [a link](http://10.0.0.1/)",
  ])("may say %s", (text) => {
    expect(render(text).faults).toEqual([]);
  });

  it("a footnote excuses its own sentence only", () => {
    const { faults } = render("The default is 40 s.[^d] Here it took 50 s.\n\n[^d]: Docs.");
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('"50"');
  });

  it("is looked over in questions and captions too", () => {
    expect(render("```step pods\ncaption: After 5 s.\n```").faults).toHaveLength(1);
    expect(render("```ask seen\nquestion: Is it 5 s?\nrange: 0..9\n```").faults).toHaveLength(1);
  });
});

describe("the page", () => {
  it("says when, on what and how much held, and leads to record, answer and neighbours", () => {
    const { html } = render(
      "Text.\n\n::: exercise 1\nTask.\n:::",
      chapter("en", { next: { id: "k98", title: { en: "Next", zh: "下" } } }),
    );
    const document = drawn(html);
    expect(document.querySelector(".standing > p")!.textContent).toBe(
      "k99 · ● OBSERVED 30 Nov 2026 · Kubernetes 1.36.2, containerd 2.1.9 · 2 of 3 predictions confirmed · the record · 1 min read",
    );
    expect(document.querySelector(".exercise a")!.getAttribute("href")).toBe("../answers/k99-1");
    expect(document.querySelector(".pager-next")!.getAttribute("href")).toBe("./k98");
    expect(document.querySelector(".strip-run pre")!.textContent).toBe(
      "$ ./lab up --workers 2\n$ ./lab run k99\n$ ./lab verify k99",
    );
  });

  it("without a run is whole: every value NOT_RUN, no fault", () => {
    const { html, faults } = render(
      "It took {{seen.at}}.\n\n```step pods\n```\n\n```ask seen\nquestion: When?\nrange: 0..9\n```",
      chapter("en", { run: undefined, standing: { state: "NOT_RUN", changed: [], amended: false } }),
    );
    expect(faults).toEqual([]);
    expect(textOf(html, ".standing")).toContain("○ NOT_RUN");
    expect(textOf(html, ".v.missing")).toBe("○ NOT_RUN (nothing was recorded yet)");
  });

  it("that is not written yet shows the question and the way to the record", () => {
    const { html } = render("", chapter("zh", { written: false }));
    expect(textOf(html, ".lead")).toBe("什么？");
    expect(drawn(html).querySelector('a[href="./k99/record"]')).not.toBeNull();
  });

  it("shows the values of another run without an edit", () => {
    const run = recordedRun((one) => Object.assign(one.observations["seen.at"]!, { value: 12.5 }));
    expect(textOf(render("{{seen.at}}", chapter("en", { run })).html, ".v")!.replace("\u00a0", " ")).toBe(
      "12.5 s",
    );
  });
});
