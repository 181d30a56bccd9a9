/** The project's own site, from the labs and evidence that are committed: every page, both languages, both themes, a phone. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildSite } from "../../data-loaders/site/build.js";
import { type ServedSite, serveSite } from "../../data-loaders/site/serve.js";
import { series } from "../../labs/series.js";
import { executablePath, type Watched, watchPage } from "./browser.js";
import { copyProject, type TestProject } from "./project.js";
import { showEverything } from "./reader.js";

/** What a page may load before its charts, compressed, in bytes. */
const mostBytes = 120 * 1024;
const base = "/team/labbook/";
const chapters = series.flatMap((one) => one.chapters.map(({ id }) => `chapters/${id}`));
const pages = ["", "reading", "environment", "glossary", "search", "compare/c26", "compare/c00", ...chapters];
const all = pages.flatMap((page) => [page, `zh/${page}`]);

describe.skipIf(!executablePath)("every page of the site", () => {
  let project: TestProject;
  let site: ServedSite;
  let browser: Browser;
  let page: Page;
  let watched: Watched;
  let axe: string;

  // A loaded machine may take a minute over a page.
  vi.setConfig({ testTimeout: 180_000 });

  beforeAll(async () => {
    project = await copyProject();
    const { dist } = await buildSite({ project: project.root, log: () => {} });
    site = await serveSite({ dist, base });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    page = await browser.newPage({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" });
    await showEverything(page);
    watched = watchPage(page, site.url);
    axe = await readFile(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await project?.remove();
  });

  async function open(path: string, width = 1200): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("about:blank");
    watched.reset();
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    await page.waitForSelector(
      "article.chapter, .home, .environments, .glossary, .search-page, .compare, main table",
    );
  }

  /** Everything that waits for being seen, such as pictures and charts, is seen. */
  async function seeAll(): Promise<void> {
    await page
      .locator(".pictures")
      .scrollIntoViewIfNeeded({ timeout: 1000 })
      .catch(() => {});
    await page.waitForFunction("!document.querySelector('.pictures > .empty')");
    for (const chart of await page.$$(".chart")) {
      await chart.scrollIntoViewIfNeeded();
      await chart.waitForSelector("svg", { timeout: 60_000 });
    }
    await page.waitForLoadState("networkidle");
  }

  async function search(query: string): Promise<void> {
    await page.fill("#q", query);
    await page.waitForSelector(".results li");
  }

  async function violations(rules?: string[]): Promise<string[]> {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const runOnly = rules ?? tags;
    await page.evaluate(axe);
    return page.evaluate(
      `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) =>
          id + " at " + target.join(" ") + ": " + failureSummary)))`,
    );
  }

  it.each(all)("/%s is light, silent, accessible in both themes, and fits a phone", async (path) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(path);
    const { total, files } = await watched.weight();
    expect(total, `heaviest: ${JSON.stringify(files.slice(0, 6))}`).toBeLessThanOrEqual(mostBytes);
    if (path.endsWith("search")) await search("sandbox");
    await seeAll();
    expect(await violations()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(["color-contrast"])).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.$$eval("details:not(.step), li:nth-child(-n + 2) > details.step", (all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate("document.documentElement.scrollWidth"), "width on a phone").toBe(360);
    expect(await violations(["target-size", "scrollable-region-focusable"])).toEqual([]);
    expect(watched.complaints).toEqual([]);
    expect(await page.getAttribute("html", "lang")).toBe(path.startsWith("zh") ? "zh-Hans" : "en");
  });

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
      new RegExp(`^${site.url}${path.startsWith("zh") ? "zh/" : ""}(chapters/|glossary#)`),
    );
    await page.keyboard.press("Enter");
    await page.waitForSelector("article.chapter, .glossary");
    expect(watched.complaints).toEqual([]);
  });

  it("keeps language, query and place: the switch leads to the same section, the pager stays in the language", async () => {
    await open("chapters/k06#limits");
    await page.click("a.language");
    await page.waitForSelector("article.chapter");
    expect(page.url()).toBe(`${site.url}zh/chapters/k06#limits`);
    await page.waitForFunction(
      "Math.abs(document.querySelector('#limits').getBoundingClientRect().top) < 200",
    );
    await page.click(".pager-next");
    await page.waitForSelector("article.chapter");
    expect(page.url()).toBe(`${site.url}zh/chapters/k07`);
  });

  it("opens the step that an address names", async () => {
    await open("chapters/k06");
    const id = await page.getAttribute("details.step", "id");
    await open(`chapters/k06#${id}`);
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
    await open("chapters/k06");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  });

  it("prints a chapter as a lab sheet: predictions with lines to write on, commands, no navigation", async () => {
    await open("chapters/k06");
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
