/** Comparison of runs, the terminal's view, chain and timeline in a real browser. Input: test/fixtures/site/sample.ts. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildSite } from "../../data-loaders/site/build.js";
import { type ServedSite, serveSite } from "../../data-loaders/site/serve.js";
import { sha256Hex } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { hostile, sampleRun } from "../fixtures/site/sample.js";
import { executablePath, type Watched, watchPage } from "./browser.js";
import { makeProject, type TestProject } from "./project.js";
import { showEverything } from "./reader.js";

if (!executablePath)
  console.warn(
    "NOT_RUN: the pages' tests need a browser: no chromium in /usr/bin (apt-get install chromium)",
  );

const earlierId = "20200101T000000000Z-c26-0000";
const coloured = `\x1b[31mfailed\x1b[0m 字符 \x1b]0;owned\x07\x1b[2J${hostile}`;

/** TEST INPUT: an earlier run of c26 on another version, with one verdict and one output other than the newest. */
async function withEarlierRun(root: string): Promise<void> {
  const folder = join(root, "src/evidence/c26");
  const run = structuredClone(sampleRun) as RunDocument;
  run.id = earlierId;
  run.startedAt = "2020-01-01T00:00:00.000Z";
  for (const node of run.environment.nodes ?? []) node.kubelet = "v1.30.0";
  run.environment.vm.kernel = "5.4.0";
  const refuted = run.verdicts.find(({ verdict }) => verdict === "CONFIRMED")!;
  refuted.verdict = "REFUTED";
  const bytes = new TextEncoder().encode(coloured);
  const step = run.steps.find(({ id }) => id === "hostile-log")!;
  step.stdout = { sha256: sha256Hex(bytes), bytes: bytes.length };
  await mkdir(join(folder, "runs"), { recursive: true });
  await writeFile(join(folder, "runs", `${run.id}.json`), JSON.stringify(run));
  await writeFile(join(folder, "raw", step.stdout.sha256), bytes);
}

describe.skipIf(!executablePath)("runs, outputs and pictures in a browser", () => {
  let project: TestProject;
  let site: ServedSite;
  let browser: Browser;
  let page: Page;
  let watched: Watched;
  let axe: string;

  // A loaded machine may take a minute over a page.
  vi.setConfig({ testTimeout: 120_000 });

  beforeAll(async () => {
    project = await makeProject(withEarlierRun);
    const { dist } = await buildSite({ project: project.root, log: () => {} });
    site = await serveSite({ dist, base: "/team/labbook/" });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    page = await browser.newPage();
    await showEverything(page);
    watched = watchPage(page, site.url);
    axe = await readFile(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");
  }, 900_000);

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await project?.remove();
  });

  async function open(path: string, wanted: string, width = 1200) {
    watched.reset();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url + path);
    await page.waitForSelector(wanted, { timeout: 100_000 });
  }

  async function violations(): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(
      `axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })
        .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target)))`,
    );
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
      expect(await violations()).toEqual([]);
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
    await open("chapters/c26", "#step-hostile-log");
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
      await open("zh/chapters/c26", ".pictures");
      await page.evaluate("document.querySelector('.pictures').scrollIntoView()");
      await page.waitForSelector(".chain-picture");
      await page.locator(".timeline-chart .chart").scrollIntoViewIfNeeded();
      await page.waitForSelector(".timeline-chart .chart svg", { timeout: 60_000 });
      expect(await page.textContent(".timeline-chart .chart")).toContain("距 t0 的秒数");
      await page.evaluate("document.querySelector('.chain-list').open = true");
      expect(await violations()).toEqual([]);
      expect(watched.complaints).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    },
  );

  it("zooms the timeline with the keyboard alone", async () => {
    await open("chapters/c26", ".pictures");
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
    await open("chapters/c26", ".pictures");
    await page.evaluate("document.querySelector('.pictures').scrollIntoView()");
    await page.waitForSelector(".chain-picture");
    await page.emulateMedia({ media: "print" });
    expect(await page.isVisible(".chain-stage")).toBe(false);
    expect(await page.isVisible(".chain-list tbody tr")).toBe(true);
    await page.emulateMedia({ media: "screen" });
  });
});
