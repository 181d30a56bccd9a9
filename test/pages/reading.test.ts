/** A reader's ways through the project's own site: search, languages, themes, keyboard, paper. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Watched } from "./browser.js";
import { openPage } from "./every-page.js";
import { siteInBrowser } from "./site-in-browser.js";

describe.skipIf(!inject("dists"))("a reader of the site", () => {
  const site = siteInBrowser("committed", { reducedMotion: "reduce" });
  let page: Page;
  let watched: Watched;
  beforeAll(() => {
    ({ page, watched } = site);
  });

  const open = (path: string) => openPage(site, path);

  it.each([
    ["search", "mountinfo", "mountinfo"],
    ["search", "命名空间", "namespace"],
    ["zh/search", "命名空间", "命名空间"],
    ["zh/search", "eviction taint", "驱逐"],
  ])("/%s finds %s by keyboard alone, in a text of the other language too", async (path, query, expected) => {
    await open(path);
    expect((await watched.weight()).files.map(([name]) => name)).not.toContain("data/made/search.json");
    await page.focus("#q");
    await page.keyboard.type(query);
    await page.waitForSelector(".results li");
    await page.waitForFunction(
      `document.querySelector(".results").textContent.toLowerCase().includes(${JSON.stringify(expected)})`,
    );
    expect(new URL(page.url()).searchParams.get("q")).toBe(query);
    await page.keyboard.press("ArrowDown");
    const href = await page.evaluate("document.activeElement.href");
    expect(href).toMatch(
      new RegExp(`^${site.url}${path.startsWith("zh") ? "zh/" : ""}(chapters/|glossary.html#)`),
    );
    await page.keyboard.press("Enter");
    await page.waitForSelector("article.chapter, article.notebook, .glossary");
    expect(watched.complaints).toEqual([]);
  });

  it("keeps language, query and place: the switch leads to the same section, the pager stays in the language", async () => {
    await open("chapters/k06/record#limits");
    await page.click("a.language");
    await page.waitForSelector("article.chapter");
    expect(page.url()).toBe(`${site.url}zh/chapters/k06/record.html#limits`);
    await page.waitForFunction(
      "Math.abs(document.querySelector('#limits').getBoundingClientRect().top) < 200",
    );
    await page.click(".pager-next");
    await page.waitForSelector("article.chapter");
    expect(page.url()).toBe(`${site.url}zh/chapters/k07/record.html`);
  });

  it("opens the step that an address names", async () => {
    await open("chapters/k06/record");
    const id = await page.getAttribute("details.step", "id");
    await open(`chapters/k06/record#${id}`);
    await page.waitForSelector(`[id="${id}"][open]`);
  });

  it("remembers the theme that a reader chose, on every page", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await open("");
    const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await paper();
    await page.selectOption("select.theme", "dark");
    expect(await paper()).not.toBe(light);
    await open("zh/glossary");
    expect(await paper()).not.toBe(light);
    await page.selectOption("select.theme", "system");
    expect(await paper()).toBe(light);
  });

  it("leads a keyboard past the header, and shows where the focus is", async () => {
    await open("chapters/k06/record");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  });

  it("Back returns to where one was, from a proof on the same page and from another page", async () => {
    await open("chapters/k06/record");
    const value = page.locator("#verdicts .observed .source").nth(3);
    await value.scrollIntoViewIfNeeded();
    await page.evaluate("window.scrollBy(0, 40)");
    const top = () => value.evaluate((one) => Math.round(one.getBoundingClientRect().top));
    const before = await top();
    await value.click();
    await page.waitForSelector("details.step[open] pre.bytes mark");
    expect(Math.abs((await top()) - before)).toBeGreaterThan(300);
    await page.goBack();
    await expect.poll(async () => Math.abs((await top()) - before), { timeout: 10_000 }).toBeLessThan(4);
    const limits = () =>
      page.evaluate<number>("document.querySelector('#limits').getBoundingClientRect().top");
    await page.evaluate("document.querySelector('#limits').scrollIntoView()");
    // pictures above are drawn as they come near
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1500);
    const was = await limits();
    // not by the mouse, which would scroll to the link first
    await page.evaluate("document.querySelector(\".masthead a[href$='glossary.html']\").click()");
    await page.waitForSelector(".glossary");
    await page.goBack();
    await page.waitForSelector("article.chapter");
    await expect.poll(async () => Math.abs((await limits()) - was), { timeout: 10_000 }).toBeLessThan(4);
    expect(watched.complaints).toEqual([]);
  });

  it("prints a chapter as a lab sheet: predictions with lines to write on, commands, no navigation", async () => {
    await open("chapters/k06/record");
    await page.emulateMedia({ media: "print" });
    const shown = (selector: string) => page.locator(selector).first().isVisible();
    expect(await shown(".lab-sheet code")).toBe(true);
    for (const selector of [".masthead", ".contents", ".pager", ".steps", "button"])
      expect(await shown(selector), selector).toBe(false);
    expect(
      await page.evaluate(
        "getComputedStyle(document.querySelector('.predictions li'), '::after').borderBottomStyle",
      ),
    ).toBe("dotted");
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(20_000);
    await page.emulateMedia({ media: "screen" });
  });
});
