// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { staticChapter, withStaticPart } from "../../data-loaders/site/static-pages.js";
import type { ChapterData, ChapterSheet } from "../../src/components/book.js";
import { digestRun } from "../../src/components/run-digest.js";
import { recordedRun } from "../support/evidence.js";

const sheet: ChapterSheet = {
  id: "c00",
  title: { en: "Isolation", zh: "隔离" },
  series: { en: "Containers", zh: "容器" },
  state: "OBSERVED",
  changed: [],
  amended: false,
};
const dataOf = (run = recordedRun().run): ChapterData => ({ sheet, run: digestRun(run), files: [] });
const drawn = (html: string) => new DOMParser().parseFromString(html, "text/html").body;
const rowsOf = (place: Element) =>
  [...place.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.textContent!),
  );

describe("a chapter where no script runs", () => {
  it.each(["en", "zh"] as const)("shows every prediction with value, unit and verdict (%s)", (lang) => {
    const { run } = recordedRun();
    const place = drawn(staticChapter(dataOf(run), lang, "../"));
    const rows = rowsOf(place);
    expect(rows.length).toBe(run.predictions.length);
    for (const [index, { id, text }] of run.predictions.entries()) {
      const verdict = run.verdicts.find(({ prediction }) => prediction === id)!;
      const [, predicted, observed, judged] = rows[index]!;
      expect(predicted).toBe(text[lang].replaceAll("`", ""));
      expect(judged).toContain(verdict.verdict);
      for (const [ref, value] of Object.entries(verdict.observed)) {
        expect(observed).toContain(`${ref}: `);
        if (typeof value !== "object") expect(observed).toContain(String(value).slice(0, 100));
        const unit = run.observations[ref]?.unit;
        if (unit) expect(observed).toContain(unit);
      }
    }
    expect(place.textContent).toContain(run.id);
    expect(place.textContent).toContain(run.environment.vm.kernel);
    expect(place.querySelector("a")!.getAttribute("href")).toBe("../evidence/c00/run.json");
  });

  it("gives no value for what did not run, but the reason", () => {
    const { run } = recordedRun((run) => {
      const [prediction] = run.predictions;
      const verdict = run.verdicts.find((one) => one.prediction === prediction!.id)!;
      Object.assign(verdict, { verdict: "NOT_RUN", observed: {}, explanation: "no registry here" });
      for (const ref of prediction!.claim.of)
        run.observations[ref] = { missing: "NOT_RUN", reason: "the step never started" };
    });
    const [, , observed, judged] = rowsOf(drawn(staticChapter(dataOf(run), "en", "../")))[0]!;
    expect(observed).toMatch(/^[\w.-]+: NOT_RUN, the step never started/);
    expect(judged).toBe("NOT_RUN: no registry here");
  });

  it("says NOT_RUN where nothing was recorded", () => {
    const { run: _, ...none } = dataOf();
    const lab = { predictions: recordedRun().run.predictions, question: sheet.title } as ChapterSheet["lab"];
    const place = drawn(staticChapter({ ...none, sheet: { ...sheet, lab } }, "en", "../"));
    expect(rowsOf(place).every(([, , , judged]) => judged === "NOT_RUN")).toBe(true);
    expect(place.querySelector("a")).toBeNull();
  });

  it("takes nothing that was printed for a tag, and shortens what is long", () => {
    const { run } = recordedRun((run) => {
      const name = run.predictions[0]!.claim.of[0]!;
      Object.assign(run.observations[name]!, { value: `</noscript><img src=x>${"x".repeat(500)}` });
      run.verdicts[0]!.observed = { [name]: "" };
    });
    const html = staticChapter(dataOf(run), "zh", "../");
    expect(html).not.toContain("</noscript>");
    const place = drawn(html);
    expect(place.querySelector("img")).toBeNull();
    const [, , observed] = rowsOf(place)[0]!;
    expect(observed).toContain("</noscript><img src=x>xxx");
    expect(observed!.length).toBeLessThan(300);
  });
});

it("leaves a page of plain text as it is, and says of others where the chapters are", async () => {
  const text = "<main><p>Text</p></main>";
  expect(await withStaticPart(text, "reading.html", "none")).toBe(text);
  const page = '<main><div class="observablehq observablehq--block"></div></main>';
  expect(await withStaticPart(page, "zh/compare/c26.html", "none")).toContain(
    '<a href="../../zh/index.html">全部章节</a></p>\n</noscript>\n</main>',
  );
});
