/** A reader's whole way through a chapter in a real browser, in both languages. The evidence is that of chapter c10. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { predictWords } from "../../src/components/predict/words.js";
import type { RunDocument } from "../../src/model/run.js";
import { type Watched, watchPage } from "./browser.js";
import { ownRun, showEverything } from "./reader.js";
import { siteInBrowser } from "./site-in-browser.js";

const evidence = "src/evidence/c10";

describe.skipIf(!inject("dists"))("predict first", () => {
  const site = siteInBrowser("committed");
  let files: string;
  let run: RunDocument;
  let own: Awaited<ReturnType<typeof ownRun>>;
  let context: BrowserContext;
  let watched: Watched;

  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), "labbook-reader-"));
    run = JSON.parse(await readFile(join(evidence, "run.json"), "utf8")) as RunDocument;
    own = await ownRun(evidence, { step: "children-size", from: "345 ", to: "346 " });
    await writeFile(join(files, "own.tar"), own.bundle);
    const flipped = own.bundle.slice();
    flipped[flipped.length - 3000]! ^= 1;
    await writeFile(join(files, "flipped.tar"), flipped);
  });

  afterEach(async () => {
    await context?.close();
  });

  afterAll(async () => {
    if (files) await rm(files, { recursive: true, force: true });
  });

  async function reader(width = 1200): Promise<Page> {
    context = await site.browser.newContext({ viewport: { width, height: 900 }, acceptDownloads: true });
    return tab();
  }

  async function tab(): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    watched = watchPage(page, site.url);
    return page;
  }

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(site.url + path);
    await page.waitForSelector(".question-card", { state: "attached", timeout: 120_000 });
  }

  const card = (id: string) => `#question-${id}`;
  const authors = (id: string, lang: "en" | "zh") => run.predictions.find((one) => one.id === id)!.text[lang];

  async function headers(page: Page, id: string): Promise<string[]> {
    return page.$$eval(`${card(id)} .comparison th`, (nodes) => nodes.map((node) => node.textContent!));
  }

  async function verdicts(page: Page, id: string, column: "actual" | "own" = "actual"): Promise<string[]> {
    await page.waitForSelector(`${card(id)} .column-${column} .verdict-author`);
    await page.waitForSelector(`${card(id)} .judging`, { state: "detached" });
    return page.$$eval(`${card(id)} .column-${column} .verdict-line .badge`, (nodes) =>
      nodes.map((node) => node.textContent!.split(" ").at(-1)!),
    );
  }

  function stored(page: Page): Promise<Record<string, string>> {
    return page.evaluate(() => ({ ...localStorage }));
  }

  async function sealCount(page: Page, id: string, count: string): Promise<void> {
    await page.selectOption(`${card(id)} [name=op]`, "count");
    await page.fill(`${card(id)} [name=value]`, count);
    await page.click(`${card(id)} .seal`);
  }

  it.each([
    ["en", "chapters/c10/record"],
    ["zh", "zh/chapters/c10/record"],
  ] as const)(
    "%s: predict, seal, compare, reload, take along, and set an own run beside it",
    async (lang, path) => {
      const t = predictWords[lang];
      const page = await reader();
      await open(page, path);

      // nothing of author or observation is to be seen
      expect(await page.isVisible("#evidence .steps")).toBe(false);
      expect(await page.isVisible("tr[data-prediction]")).toBe(false);
      for (const { text } of run.predictions)
        expect(await page.getByText(text[lang], { exact: true }).first().isVisible()).toBe(false);

      // with the keyboard alone: choose, seal
      await page.focus(`${card("layer-not-diffid")} [name=op]`);
      await page.selectOption(`${card("layer-not-diffid")} [name=op]`, "changed");
      await page.keyboard.press("Tab");
      await page.keyboard.type("a reason");
      await page.keyboard.press("Enter");
      await page.waitForSelector(`${card("layer-not-diffid")} .comparison`);
      expect(await headers(page, "layer-not-diffid")).toEqual([
        t.readersColumn,
        t.authorsColumn,
        t.actualColumn,
      ]);
      expect(await verdicts(page, "layer-not-diffid")).toEqual(["CONFIRMED", "CONFIRMED"]);
      expect(await page.textContent(`${card("layer-not-diffid")} td.column-author`)).toContain(
        authors("layer-not-diffid", lang),
      );
      expect(await page.textContent(`${card("layer-not-diffid")} .seal-facts`)).toContain(t.first_NOT_SEEN);
      await page.waitForFunction(
        (text) => document.querySelector(".voice")!.textContent!.includes(text),
        t.yourVerdict,
      );

      // a form that lacks something is not sealed, and says where
      await page.selectOption(`${card("whole")} [name=op]`, "count");
      await page.click(`${card("whole")} .seal`);
      expect(await page.textContent(`${card("whole")} .field-fault:visible`)).toContain(t.faults.empty);
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("value");

      // another claim than the author's is judged by itself
      await sealCount(page, "whole", "3");
      expect(await verdicts(page, "whole")).toEqual(["REFUTED", "CONFIRMED"]);

      // shown first, sealed afterwards: marked, and not counted
      await page.click(`${card("tag-only-in-index")} .show-me`);
      await page.waitForSelector(`${card("tag-only-in-index")} .comparison`);
      await page.click(`${card("tag-only-in-index")} .late-form summary`);
      await page.selectOption(`${card("tag-only-in-index")} [name=op]`, "matches");
      await page.fill(`${card("tag-only-in-index")} [name=pattern]`, "index");
      await page.click(`${card("tag-only-in-index")} .seal`);
      await page.waitForSelector(`${card("tag-only-in-index")} .seal-facts .after`);
      expect(await verdicts(page, "tag-only-in-index")).toEqual(["CONFIRMED", "CONFIRMED"]);
      await page.waitForSelector(".score li");
      const score = (await page.textContent(".score"))!;
      expect(score).toContain(t.scoreFirst(2));
      expect(score).toContain(t.scoreAfter(1));
      expect(await page.isVisible(`${card("index-digest")} .comparison`)).toBe(false);

      // after a reload, and in the other language
      const hash = await page.getAttribute(`${card("whole")} .seal-facts code`, "title");
      await page.reload();
      expect(await verdicts(page, "whole")).toEqual(["REFUTED", "CONFIRMED"]);
      await page.click("a.language");
      expect(await verdicts(page, "whole")).toEqual(["REFUTED", "CONFIRMED"]);
      expect(await page.getAttribute(`${card("whole")} .seal-facts code`, "title")).toBe(hash);
      await open(page, path);

      // an own run, verified in the browser
      await page.setInputFiles("#own-run", join(files, "flipped.tar"));
      await page.waitForSelector(".own-outcome [role=alert] li.fault");
      expect(await page.isVisible(".column-own")).toBe(false);
      await page.setInputFiles("#own-run", join(files, "own.tar"));
      await page.waitForSelector(".own-outcome .clean");
      expect(await headers(page, "whole")).toEqual([
        t.readersColumn,
        t.authorsColumn,
        t.actualColumn,
        t.ownColumn,
      ]);
      expect(await verdicts(page, "whole", "own")).toEqual(["REFUTED", "CONFIRMED"]);
      await page.click(`${card("children-sizes")} .show-me`);
      expect(await verdicts(page, "children-sizes", "own")).toEqual(["REFUTED"]);
      expect(await page.textContent(`${card("children-sizes")} td.column-own`)).toContain("346");
      expect(await page.textContent(`${card("children-sizes")} td.column-actual`)).not.toContain("346");
      expect(await page.textContent(".own-versions")).toContain("6.99.0-own");

      // a file takes the predictions to another browser; a changed one is refused
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(".export-one")]);
      const file = join(files, `${lang}.json`);
      await download.saveAs(file);
      expect(watched.complaints).toEqual([]);
      await context.close();
      const other = await reader();
      await open(other, path);
      const text = await readFile(file, "utf8");
      await writeFile(join(files, "changed.json"), text.replace('"literal": 3', '"literal": 0'));
      await other.setInputFiles("#import-predictions", join(files, "changed.json"));
      await other.waitForSelector(".file-outcome [role=alert]");
      expect(await other.textContent(".faults")).toContain("(whole)");
      await other.setInputFiles("#import-predictions", file);
      await other.click(".import-plan .seal");
      expect(await verdicts(other, "whole")).toEqual(["REFUTED", "CONFIRMED"]);
      expect(await other.getAttribute(`${card("whole")} .seal-facts code`, "title")).toBe(hash);
      expect(await other.textContent(`${card("tag-only-in-index")} .seal-facts`)).toContain(t.afterSeeing);
      expect(watched.complaints).toEqual([]);
    },
  );

  it("works without a network: sealing, an own run, and opening the chapter again", async () => {
    const page = await reader();
    await open(page, "zh/chapters/c10/record");
    await sealCount(page, "whole", "0");
    await page.waitForSelector("article[data-offline]", { timeout: 120_000 });
    expect(await page.getAttribute("article", "data-offline")).toBe("kept");
    await context.setOffline(true);
    await page.reload();
    expect(await verdicts(page, "whole")).toEqual(["CONFIRMED", "CONFIRMED"]);
    await page.selectOption(`${card("plain-layer")} [name=op]`, "unchanged");
    await page.click(`${card("plain-layer")} .seal`);
    expect(await verdicts(page, "plain-layer")).toEqual(["CONFIRMED", "CONFIRMED"]);
    await page.setInputFiles("#own-run", join(files, "own.tar"));
    await page.waitForSelector(".own-outcome .clean");
  });

  it("prints what is not veiled, and printing marks nothing as seen", async () => {
    const page = await reader();
    await open(page, "chapters/c10/record");
    await page.click(`${card("layer-not-diffid")} .show-me`);
    await page.waitForSelector(`${card("layer-not-diffid")} .comparison`);
    const before = await stored(page);
    await page.pdf({ format: "A4" });
    await page.emulateMedia({ media: "print" });
    expect(await page.isVisible(`${card("layer-not-diffid")} .comparison .value`)).toBe(true);
    expect(await page.isVisible(`${card("whole")} .question-text`)).toBe(true);
    expect(await page.isVisible(".lab-sheet code")).toBe(true);
    for (const told of ['tr[data-prediction="whole"] .value', "#evidence .steps", ".question-form"])
      expect(await page.isVisible(told), told).toBe(false);
    for (const { id, text } of run.predictions)
      if (id !== "layer-not-diffid")
        expect(await page.getByText(text.en, { exact: true }).first().isVisible(), id).toBe(false);
    expect(await page.isVisible("#evidence .veil-note")).toBe(true);
    expect(await stored(page)).toEqual(before);
  });

  it("starts a chapter over when asked twice, and only that chapter", async () => {
    const page = await reader();
    await open(page, "chapters/c00/record");
    await page.click(".show-me");
    await open(page, "chapters/c10/record");
    expect(await page.isVisible(".start-over")).toBe(false);
    await sealCount(page, "whole", "3");
    await page.waitForSelector(`${card("whole")} .comparison`);
    await page.click(".start-over-ask");
    expect(await page.textContent(".start-over")).toContain("what you sealed (1)");
    await page.click(".start-over-no");
    expect(await page.isVisible(`${card("whole")} .comparison`)).toBe(true);
    await page.click(".start-over-ask");
    await page.click(".start-over-yes");
    expect(await page.isVisible(`${card("whole")} .comparison`)).toBe(false);
    expect(await page.isVisible(`${card("whole")} .seal`)).toBe(true);
    await sealCount(page, "whole", "0");
    expect(await page.textContent(`${card("whole")} .seal-facts`)).toContain(predictWords.en.first_NOT_SEEN);
    expect((await stored(page))["labbook/predictions/v1/c00"]).toContain('"how":"asked"');
    expect(watched.complaints).toEqual([]);
  });

  it("shows everything of one chapter at one click, remembers it, and spoils no other chapter", async () => {
    const page = await reader();
    await open(page, "chapters/c10/record");
    await page.click('[data-mode="everything"]');
    expect(await page.isVisible('tr[data-prediction="whole"] .value')).toBe(true);
    await open(page, "zh/chapters/c10/record");
    expect(await page.isVisible('tr[data-prediction="whole"] .value')).toBe(true);
    expect(await page.isVisible(".veil-note")).toBe(false);
    await open(page, "chapters/c00/record");
    expect(await page.isVisible("tr[data-prediction]")).toBe(false);
    expect((await stored(page))["labbook/predictions/v1/c00"]).toBeUndefined();
    await open(page, "zh/chapters/c10/record");
    await page.click('[data-mode="predict"]');
    expect(await page.isVisible('tr[data-prediction="whole"] .value')).toBe(false);
    expect(watched.complaints).toEqual([]);
  });

  it("a link to evidence leads there, and says that it was seen", async () => {
    const page = await reader();
    await open(page, "chapters/c10/record#step-layout.verify");
    await page.waitForSelector('[id="step-layout.verify"][open]');
    expect(await page.textContent(".reading-choice .notice")).toContain(predictWords.en.byLink);
    await open(page, "chapters/c10/record");
    expect(await page.textContent(`${card("whole")} .seen-then`)).toContain(predictWords.en.seenBy.link);
  });

  it("a link on the page does not lift a veil by itself", async () => {
    const page = await reader();
    await open(page, "chapters/c10/record");
    await page.click(`${card("whole")} .show-me`);
    await page.click(`${card("whole")} .column-actual a.source`);
    expect(await page.isVisible('[id="step-layout.verify"]')).toBe(false);
    expect(await page.textContent("#evidence .veil-note")).toContain(predictWords.en.veiledLeap);
    expect(await page.evaluate(() => document.activeElement!.className)).toBe("veil-show");
  });

  it.each(["chapters/c10/record", "zh/chapters/c10/record", "chapters/c00/record", "chapters/c26/record"])(
    "%s does not scroll sideways on a phone while predicting first",
    async (path) => {
      const page = await reader(360);
      await open(page, path);
      for (const select of await page.$$(".question-form [name=op]")) {
        const ops = await select.$$eval("option", (nodes) =>
          nodes.map((node) => (node as HTMLOptionElement).value),
        );
        await select.selectOption(ops.at(-1)!);
      }
      for (const button of await page.$$(".question-card .show-me")) await button.click().catch(() => {});
      for (const details of await page.$$("details")) await details.evaluate("node => { node.open = true; }");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    },
  );

  it("storage that is switched off is said, and predicting works all the same", async () => {
    const page = await reader();
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await open(page, "chapters/c10/record");
    expect(await page.textContent(".reading-choice .fault")).toContain(predictWords.en.storage.unavailable);
    await sealCount(page, "whole", "0");
    expect(await verdicts(page, "whole")).toEqual(["CONFIRMED", "CONFIRMED"]);
  });

  it("a pattern that would never come to an end is given up, and the page lives", async () => {
    const page = await reader();
    await showEverything(page);
    await open(page, "chapters/c10/record");
    await page.click(".after-seeing > summary");
    await page.click(`${card("tag-only-in-index")} .late-form summary`);
    await page.selectOption(`${card("tag-only-in-index")} [name=op]`, "matches");
    await page.fill(`${card("tag-only-in-index")} [name=pattern]`, "^(((.+)+)+)+#$");
    await page.click(`${card("tag-only-in-index")} .seal`);
    expect(await verdicts(page, "tag-only-in-index")).toEqual(["INCONCLUSIVE", "CONFIRMED"]);
    expect(await page.textContent(`${card("tag-only-in-index")} .verdict-reader`)).toContain(
      predictWords.en.slowPattern,
    );
  });
});
