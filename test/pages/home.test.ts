/** The contents page in a real browser: both languages, themes and widths, without scripts, under a strict policy, from a file. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, inject, it } from "vitest";
import { violations, watchPage } from "./browser.js";
import { siteInBrowser } from "./site-in-browser.js";
import { strictServer } from "./strict-server.js";

/** What the page may load, compressed, in bytes. */
const mostBytes = 60 * 1024;

describe.skipIf(!inject("dists"))("the contents page", () => {
  const site = siteInBrowser("committed", { reducedMotion: "reduce" });
  const strict = strictServer(() => site.url);

  it.each(["index.html", "zh/index.html"])("/%s is light, silent, accessible, and fits", async (path) => {
    const { page, watched } = site;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 800, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("about:blank");
        watched.reset();
        await page.goto(site.url + path, { waitUntil: "networkidle" });
        expect(await page.evaluate("document.documentElement.scrollWidth"), `${width}`).toBe(width);
        expect(await violations(page), `${colorScheme} ${width}`).toEqual([]);
        const { total, files } = await watched.weight();
        expect(total, JSON.stringify(files)).toBeLessThanOrEqual(mostBytes);
        expect(watched.complaints).toEqual([]);
      }
    }
  });

  it("is whole without scripts and from a file: every chapter with a value, and links that work", async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(site.dist, "index.html")).href);
    const entries = page.locator(".entry");
    expect(await entries.count()).toBe(19);
    for (const entry of await entries.all())
      expect(await entry.locator(":is(.claim, .unmet) .v").first().isVisible()).toBe(true);
    expect(await page.locator(".scale li").count()).toBeGreaterThan(5);
    expect(await page.locator("script:not([src]), noscript, [style]").count()).toBe(0);
    await page.click('.entry[data-chapter="k07"] h3 a');
    expect(await page.locator("article.notebook").getAttribute("data-chapter")).toBe("k07");
    await context.close();
  });

  it("says nothing under a policy that allows files of its own host only, and leads from a value to its bytes", async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    const { complaints } = watchPage(page, strict.url);
    await page.goto(`${strict.url}index.html`, { waitUntil: "networkidle" });
    expect(complaints).toEqual([]);
    await page.goto(`${site.url}index.html`);
    await page.click('.entry[data-chapter="k07"] .claim a.v');
    await page.waitForSelector("details.step[open] pre.bytes mark");
    expect(page.url()).toContain("/chapters/k07/record.html#value-");
    await context.close();
  });
});
