/** One notebook of the book in a real browser: with scripts and without, under a strict policy, from a file, on a phone. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { violations, watchPage } from "./browser.js";
import { siteInBrowser } from "./site-in-browser.js";
import { strictServer } from "./strict-server.js";

/** What a notebook may load before a picture is touched, compressed, in bytes. */
const mostBytes = 60 * 1024;

describe.skipIf(!inject("dists"))("a notebook", () => {
  const site = siteInBrowser("committed", { reducedMotion: "reduce" });
  const strict = strictServer(() => site.url);

  it.each(["chapters/k07.html", "zh/chapters/k07.html"])(
    "/%s is light, silent, accessible, and fits",
    async (path) => {
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
    },
  );

  it("veils what a question asks until it is answered, keeps the answer, and judges it", async () => {
    const page = await reader();
    await page.goto(`${site.url}chapters/k07.html`);
    const form = page.locator("#ask-unknown");
    const veil = page.locator('.veil[data-waits-for="unknown"]');
    expect(await veil.getAttribute("inert")).toBe("");
    await form.locator("input[type=range]").fill("51");
    expect(await form.locator("output").textContent()).toBe("51 s");
    await form.locator(".ask-seal").click();
    expect(await veil.getAttribute("inert")).toBeNull();
    expect(await form.locator(".ask-result").textContent()).toMatch(
      /^You predicted: 51 s · Observed: [\d.]+ s/,
    );
    await page.reload();
    expect(await form.locator(".ask-result").textContent()).toMatch(/^You predicted: 51 s/);
    await page.goto(`${site.url}chapters/k07/record.html`);
    await page.waitForSelector("#question-unknown, [data-question=unknown]", { state: "attached" });
    expect(await page.evaluate("localStorage.getItem('labbook/predictions/v1/k07')")).toContain(
      '"literal":51',
    );
    await page.context().close();
  });

  it("shows of a picture its frame until its questions are answered, or its values are asked for", async () => {
    const page = await reader();
    await page.goto(`${site.url}chapters/k07.html`);
    const picture = page.locator("figure.picture").first();
    expect(await picture.getAttribute("class")).toContain("covered");
    expect(await picture.locator(".player").isVisible()).toBe(false);
    // nor do the stills tell, which stand in for motion
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await picture.locator(".picture-states").isVisible()).toBe(false);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await picture.locator(".picture-cover button").click();
    expect(await picture.getAttribute("class")).not.toContain("covered");
    expect(await picture.locator(".player").isVisible()).toBe(true);
    // the text stays veiled, and what is sealed from now on says that the answer was seen before
    expect(await page.locator('.veil[data-waits-for="unknown"]').getAttribute("inert")).toBe("");
    expect(await page.evaluate("localStorage.getItem('labbook/predictions/v1/k07')")).toContain(
      '"how":"asked"',
    );
    await page.context().close();
  });

  it("prints what is not veiled, with room to predict on, and marks nothing as seen", async () => {
    const page = await reader();
    await page.goto(`${site.url}chapters/k07.html`);
    await page.pdf({ format: "A4" });
    await page.emulateMedia({ media: "print" });
    const veil = page.locator('.veil[data-waits-for="unknown"]');
    expect(await veil.isVisible()).toBe(false);
    expect(await page.locator("#ask-unknown .ask-question").isVisible()).toBe(true);
    expect(await page.locator(".veil-paper").first().isVisible()).toBe(true);
    const picture = page.locator("figure.picture.covered").first();
    for (const part of await picture.locator(".picture-states, .player, .pic-value").all())
      expect(await part.isVisible()).toBe(false);
    expect(await page.evaluate("Object.keys(localStorage)")).toEqual([]);
    // what was opened is printed
    await page.emulateMedia({ media: "screen" });
    await page.click("#ask-unknown .ask-read");
    await page.emulateMedia({ media: "print" });
    expect(await veil.isVisible()).toBe(true);
    await page.context().close();
  });

  it("shows everything of one chapter only, and starts a chapter over when asked twice", async () => {
    const page = await reader();
    await page.goto(`${site.url}chapters/k07.html`);
    expect(await page.locator(".start-over").isVisible()).toBe(false);
    await page.click("#ask-unknown .ask-read");
    await page.click(".ask-all");
    expect(await page.locator(".veil.closed").count()).toBe(0);
    await page.goto(`${site.url}chapters/k10.html`);
    expect(await page.locator(".veil.closed").count()).toBeGreaterThan(0);
    await page.goto(`${site.url}chapters/k07.html`);
    expect(await page.locator(".veil.closed").count()).toBe(0);
    await page.click(".start-over-ask");
    await Promise.all([page.waitForNavigation(), page.click(".start-over-yes")]);
    expect(await page.locator(".veil.closed").count()).toBeGreaterThan(2);
    expect(await page.locator("#ask-unknown .ask-seal").isEnabled()).toBe(true);
    await page.context().close();
  });

  it("is whole without scripts: nothing veiled, every value and command there", async () => {
    const page = await reader({ javaScriptEnabled: false });
    await page.goto(`${site.url}chapters/k07.html`);
    expect(await page.locator(".veil").count()).toBeGreaterThan(2);
    for (const veil of await page.locator(".veil").all()) expect(await veil.isVisible()).toBe(true);
    expect(await page.locator(".ask-actions").first().isVisible()).toBe(false);
    expect(await page.locator("figure.picture").first().isVisible()).toBe(true);
    await page.context().close();
  });

  it("works under a policy that allows files of its own host only", async () => {
    const page = await reader();
    const { complaints } = watchPage(page, strict.url);
    await page.goto(`${strict.url}chapters/k07.html`, { waitUntil: "networkidle" });
    await page.click("#ask-unknown .ask-read");
    expect(await page.locator("#ask-unknown").getAttribute("class")).toContain("answered");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("works from a file, and so do its links", async () => {
    const page = await reader();
    await page.goto(pathToFileURL(join(site.dist, "chapters/k07.html")).href);
    await page.click("#ask-unknown .ask-read");
    await page.click(".pager-next");
    await page.waitForSelector("article.notebook[data-chapter=k08]");
    await page.click("a.language");
    await page.waitForSelector("html[lang=zh-Hans]");
    await page.context().close();
  });

  it("leads to the bytes of a value, and back", async () => {
    const { page, watched } = site;
    await page.setViewportSize({ width: 1200, height: 900 });
    watched.reset();
    await page.goto(`${site.url}chapters/k07.html`);
    await page.click('[id="cites-unknown.at"]');
    await page.waitForSelector("details.step[open] pre.bytes mark");
    expect(await page.textContent("details.step[open] pre.bytes mark")).toContain("Unknown");
    await page.$$eval("details.observations", (all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    await page.waitForLoadState("networkidle");
    await page.locator('.observations a.told-at[href$="#cites-unknown.at"]').first().click();
    await page.waitForSelector("article.notebook");
    expect(page.url()).toBe(`${site.url}chapters/k07.html#cites-unknown.at`);
    expect(watched.complaints).toEqual([]);
  });

  async function reader(options = {}): Promise<Page> {
    const context = await site.browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    return context.newPage();
  }
});
