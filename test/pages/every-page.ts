/** Every page of the project's own site in one language: both themes, a phone, weight, accessibility, silence. */

import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { violations } from "./browser.js";
import { type SiteInBrowser, siteInBrowser } from "./site-in-browser.js";

/** What a page may load before its charts, compressed, in bytes. */
const mostBytes = 120 * 1024;
/** Registers a test for each page below `prefix`. Each language has a file of its own, so that two run at once. */
export function testEveryPage(prefix: "" | "zh/"): void {
  describe.skipIf(!inject("dists"))("every page", () => {
    const site = siteInBrowser("committed", { reducedMotion: "reduce" });

    it.each(pagesBelow(prefix))(
      "/%s is light, silent, accessible in both themes, and fits a phone",
      async (path) => {
        const { page, watched } = site;
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize({ width: 1200, height: 900 });
        await openPage(site, path);
        const { total, files } = await watched.weight();
        expect(total, `heaviest: ${JSON.stringify(files.slice(0, 6))}`).toBeLessThanOrEqual(mostBytes);
        if (path.endsWith("search")) {
          await page.fill("#q", "sandbox");
          await page.waitForSelector(".results li");
        }
        await seeAll(page);
        expect(await violations(page)).toEqual([]);
        if (await uncover(page)) expect(await violations(page), "with its values shown").toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await violations(page, ["color-contrast"])).toEqual([]);
        await page.setViewportSize({ width: 360, height: 800 });
        await page.$$eval("details:not(.step), li:nth-child(-n + 2) > details.step", (all) => {
          for (const one of all) (one as HTMLDetailsElement).open = true;
        });
        await page.waitForLoadState("networkidle");
        expect(await page.evaluate("document.documentElement.scrollWidth"), "width on a phone").toBe(360);
        expect(await violations(page, ["target-size", "scrollable-region-focusable"])).toEqual([]);
        expect(watched.complaints).toEqual([]);
        expect(await page.getAttribute("html", "lang")).toBe(prefix ? "zh-Hans" : "en");
      },
    );
  });
}

/** The addresses of a built site's pages in one language. */
function pagesBelow(prefix: "" | "zh/"): string[] {
  const dist = inject("dists")?.committed;
  const files = dist ? readdirSync(dist, { recursive: true, encoding: "utf8" }) : [];
  return files
    .filter(
      (file) =>
        file.endsWith(".html") && file !== "404.html" && file.startsWith("zh/") === (prefix === "zh/"),
    )
    .map((file) => file.replace(/(index)?\.html$/, ""))
    .sort();
}

/** Leaves whatever was open, so that the page's requests alone are watched. */
export async function openPage({ page, watched, url }: SiteInBrowser, path: string): Promise<void> {
  await page.goto("about:blank");
  watched.reset();
  await page.goto(url + path, { waitUntil: "networkidle" });
  await page.waitForSelector(
    "article.chapter, article.notebook, .home, .environments, .glossary, .search-page, .compare, .not-compared, article.answer, article.answers, main table",
  );
}

/** Shows the values of pictures that wait for an answer, as their reader will see them; whether any waited. */
async function uncover(page: Page): Promise<boolean> {
  const buttons = page.locator(".covered .picture-cover button");
  const waited = (await buttons.count()) > 0;
  while ((await buttons.count()) > 0) await buttons.first().click();
  return waited;
}

/** Everything that waits for being seen, such as pictures and charts, is seen. */
async function seeAll(page: Page): Promise<void> {
  const pictures = page.locator(".pictures");
  if ((await pictures.count()) > 0) {
    await pictures.scrollIntoViewIfNeeded();
    await page.waitForFunction("!document.querySelector('.pictures > .empty')");
  }
  for (const chart of await page.$$(".chart")) {
    await chart.scrollIntoViewIfNeeded();
    await chart.waitForSelector("svg");
  }
  await page.waitForLoadState("networkidle");
}
