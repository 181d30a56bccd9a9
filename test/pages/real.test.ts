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

/** What a page may load before its charts, compressed, in bytes. */
const mostBytes = 120 * 1024;
const base = "/team/labbook/";
const chapters = series.flatMap((one) => one.chapters.map(({ id }) => `chapters/${id}`));
const pages = ["", "reading", "environment", "glossary", "search?q=sandbox", ...chapters];
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
    await page.waitForSelector("article.chapter, .home, .environments, .glossary, .results li, main table");
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
});
