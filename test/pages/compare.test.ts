/** Comparison of runs, the terminal's view, chain and timeline in a real browser. Input: test/fixtures/site/sample.ts. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import { hostile, sampleRun } from "../fixtures/site/sample.js";
import { violations, type Watched } from "./browser.js";
import { earlierId } from "./project.js";
import { siteInBrowser } from "./site-in-browser.js";

describe.skipIf(!inject("dists"))("runs, outputs and pictures in a browser", () => {
  const site = siteInBrowser("sample");
  let page: Page;
  let watched: Watched;
  beforeAll(() => {
    ({ page, watched } = site);
  });

  async function open(path: string, wanted: string, width = 1200) {
    watched.reset();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url + path);
    await page.waitForSelector(wanted, { timeout: 100_000 });
  }

  const widthOfPage = () => page.evaluate("document.documentElement.scrollWidth");

  it.each([
    ["compare/c26", 1200],
    ["zh/compare/c26", 1200],
    ["compare/c26", 360],
  ])(
    "/%s at %d pixels: REFUTED apart, a column for each version, raw outputs when opened",
    async (path, width) => {
      await open(path, "#outputs", width);
      expect(await page.$$eval('[data-change="refuted"] [data-prediction]', (nodes) => nodes.length)).toBe(0);
      expect(await page.$$eval('[data-change="changed"] [data-prediction]', (nodes) => nodes.length)).toBe(1);
      expect(await page.$$eval("#matrix thead th", (nodes) => nodes.length)).toBe(3);
      expect(await page.textContent("#versions")).toContain("5.4.0");
      await page.click('[data-output="hostile-log.stdout"] > summary');
      await page.waitForSelector('[data-output="hostile-log.stdout"] .diff');
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      expect(await widthOfPage()).toBe(width);
      expect(await violations(page)).toEqual([]);
      expect(watched.complaints).toEqual([]);
    },
  );

  it("compares the two runs that the address names", async () => {
    await open(`compare/c26?a=${sampleRun.id}&b=${earlierId}`, '[data-change="refuted"]');
    expect(await page.$$eval('[data-change="refuted"] [data-prediction]', (nodes) => nodes.length)).toBe(1);
  });

  it("says that there is only one run, and how to get a second", async () => {
    await open("compare/c00", ".not-compared");
    expect(await page.textContent(".not-compared")).toContain("./lab run c00");
    expect(watched.complaints).toEqual([]);
  });

  it("copies an output's exact bytes as text", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("chapters/c26/record", "#step-hostile-log");
    await page.evaluate("document.querySelector('#step-hostile-log').open = true");
    await page.waitForSelector("#step-hostile-log .raw-tools .copy");
    await page.click("#step-hostile-log .raw-tools .copy");
    await page.waitForFunction("navigator.clipboard.readText().then((text) => text.length > 0)");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(hostile);
    expect(watched.complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "draws chain and timeline in the %s theme without a word on the console",
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      await open("zh/chapters/c26/record", ".pictures");
      await page.evaluate("document.querySelector('.pictures').scrollIntoView()");
      await page.waitForSelector(".chain-picture");
      await page.locator(".timeline-chart .chart").scrollIntoViewIfNeeded();
      await page.waitForSelector(".timeline-chart .chart svg", { timeout: 60_000 });
      expect(await page.textContent(".timeline-chart .chart")).toContain("距 t0 的秒数");
      await page.evaluate("document.querySelector('.chain-list').open = true");
      expect(await violations(page)).toEqual([]);
      expect(watched.complaints).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    },
  );

  it("zooms the timeline with the keyboard alone", async () => {
    await open("chapters/c26/record", ".pictures");
    await page.evaluate("document.querySelector('.pictures').scrollIntoView()");
    await page.locator(".timeline-chart .chart").scrollIntoViewIfNeeded();
    await page.waitForSelector(".timeline-chart .chart svg", { timeout: 60_000 });
    const ticks = () =>
      page.$$eval(".timeline-chart .chart text", (nodes) => nodes.map((n) => n.textContent).join());
    const before = await ticks();
    await page.focus('.chart-controls [aria-label="Zoom in"]');
    await page.keyboard.press("Enter");
    await vi.waitFor(async () => expect(await ticks()).not.toBe(before), { timeout: 20_000 });
  });

  it("prints the chain as its list", async () => {
    await open("chapters/c26/record", ".pictures");
    await page.evaluate("document.querySelector('.pictures').scrollIntoView()");
    await page.waitForSelector(".chain-picture");
    await page.emulateMedia({ media: "print" });
    expect(await page.isVisible(".chain-stage")).toBe(false);
    expect(await page.isVisible(".chain-list tbody tr")).toBe(true);
    await page.emulateMedia({ media: "screen" });
  });
});
