// @vitest-environment jsdom
/** Beside every verdict that stands stands what it stands on, also when that is an absence: of all recorded chapters. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Page } from "../../src/components/page.js";
import { runInLanguage } from "../../src/components/recorded/in-language.js";
import { digestRun } from "../../src/components/run-digest.js";
import { words } from "../../src/components/text.js";
import { verdictTable } from "../../src/components/verdict-table.js";
import type { RunDocument } from "../../src/model/run.js";

const chapters = readdirSync("src/evidence").filter((id) => /^[cek]\d\d$/.test(id));

function table(chapter: string, lang: "en" | "zh"): { run: RunDocument; element: HTMLElement } {
  const run = JSON.parse(readFileSync(`src/evidence/${chapter}/run.json`, "utf8")) as RunDocument;
  const page = {
    lang,
    words: words[lang],
    run: digestRun(runInLanguage(run, lang)),
    show: () => {},
  } as unknown as Page;
  return { run, element: verdictTable(run.predictions, page) };
}

describe.each(["en", "zh"] as const)("in %s", (lang) => {
  test.each(chapters)("%s: no verdict stands beside “not observed”", (chapter) => {
    const { run, element } = table(chapter, lang);
    const t = words[lang];
    for (const { prediction, verdict, observed } of run.verdicts) {
      const cell = element.querySelector(`[data-prediction="${prediction}"] .observed-cell`)!;
      expect(cell.textContent, prediction).not.toContain(t.notObserved);
      const absent = [...cell.querySelectorAll(".absent")];
      const isAbsence = verdict === "CONFIRMED" && Object.keys(observed).length === 0;
      expect(absent.length > 0, prediction).toBe(isAbsence);
      // and where it was looked for
      for (const one of absent)
        expect(one.textContent).toMatch(new RegExp(`${t.notThere}${t.lookedIn} \\S+`));
    }
  });

  test("a step, a timeline and a chain can be where it was looked for", () => {
    const told = (chapter: string, prediction: string) =>
      table(chapter, lang).element.querySelector(`[data-prediction="${prediction}"] .looked-in`)!;
    expect(told("e08", "crd-no-status").querySelector("a")!.getAttribute("href")).toBe("#step-custom-later");
    expect(told("k06", "brief-no-unknown").textContent).toBe(
      `${words[lang].lookedIn} ${words[lang].timeline} brief`,
    );
    expect(told("k12", "second-no-sandbox").querySelector("a")!.getAttribute("href")).toBe("#step-second");
  });
});
