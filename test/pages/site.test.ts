/** The built site in a real browser, under a folder of its host: case G15. The input is test/fixtures/site/sample.ts. */
import { createHash } from "node:crypto";
import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { buildSite } from "../../data-loaders/site/build.js";
import { serveSite } from "../../data-loaders/site/serve.js";
import { hostile, sampleRaw, type sampleRun } from "../fixtures/site/sample.js";
import type { Watched } from "./browser.js";
import { sampleProject } from "./project.js";
import { showEverything } from "./reader.js";
import { base, siteInBrowser } from "./site-in-browser.js";

const pages = [
  "",
  "reading",
  "environment",
  "chapters/c26/record",
  "chapters/c00/record",
  "chapters/k01/record",
  "chapters/k12/record",
  "zh/",
  "zh/reading",
  "zh/environment",
  "zh/chapters/c26/record",
  "zh/chapters/c00/record",
  "zh/chapters/k12/record",
];

/** Every file of a built site with the digest of its bytes. */
async function digestsOf(dist: string): Promise<Record<string, string>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const digests = await Promise.all(
    files.map(async (file) => [
      file.slice(dist.length),
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex"),
    ]),
  );
  return Object.fromEntries(digests.sort());
}

describe.skipIf(!inject("dists"))("the built site", () => {
  const site = siteInBrowser("sample");
  let page: Page;
  let watched: Watched;
  beforeAll(() => {
    ({ page, watched } = site);
  });

  async function open(path: string, width = 1200) {
    watched.reset();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url + path);
    await page.waitForSelector("article.chapter, .home, .environments, main table", { timeout: 100_000 });
  }

  it.each(pages)("/%s loads without an error, a word on the console or a request elsewhere", async (path) => {
    await open(path);
    // Everything that waits for being seen, such as charts, is seen.
    await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
    for (const details of await page.$$("details.step"))
      await details.evaluate("node => { node.open = true; node.scrollIntoView(); }");
    for (const chart of await page.$$(".chart")) {
      await chart.scrollIntoViewIfNeeded();
      await chart.waitForSelector("svg", { timeout: 60_000 });
    }
    await page.waitForLoadState("networkidle");
    expect(
      await page.$$eval(".observablehq--error, .fault[role=alert]:not(:empty)", (nodes) =>
        nodes.map((node) => node.textContent),
      ),
    ).toEqual([]);
    expect(watched.complaints).toEqual([]);
    expect(await page.getAttribute("html", "lang")).toBe(path.startsWith("zh") ? "zh-Hans" : "en");
  });

  it.each(["chapters/c26/record", "zh/chapters/c26/record"])(
    "/%s shows the values of run.json and no value where there is none",
    async (path) => {
      await open(path);
      const run = JSON.parse(
        await readFile(join(site.dist, "evidence/c26/run.json"), "utf8"),
      ) as typeof sampleRun;
      for (const { prediction, verdict, observed } of run.verdicts) {
        const row = `tr[data-prediction="${prediction}"]`;
        const shown = await page.$$eval(`${row} .observed-cell .value`, (nodes) =>
          nodes.map((node) => node.textContent!.replace(/ s$/, "")),
        );
        expect(shown).toEqual(Object.values(observed).map(String));
        expect(await page.textContent(`${row} .verdict-cell .badge`)).toContain(verdict);
      }
      expect(
        await page.$$eval('tr[data-prediction="gone"] .observed-cell .value', (nodes) => nodes.length),
      ).toBe(0);
    },
  );

  it("shows hostile output as the characters that it is, and runs nothing of it", async () => {
    await open("chapters/c26/record");
    const title = await page.title();
    await page.click('tr[data-prediction="log"] a.source');
    await page.waitForSelector("#step-hostile-log pre.bytes mark");
    expect(await page.$eval("#step-hostile-log pre.bytes", (node) => node.textContent)).toBe(hostile);
    expect(
      await page.$$eval(
        "#step-hostile-log img, #step-hostile-log script, article b",
        (nodes) => nodes.length,
      ),
    ).toBe(0);
    expect(await page.title()).toBe(title);
    expect(watched.complaints).toEqual([]);
  });

  it("serves raw output byte for byte, as text that no browser takes for a page", async () => {
    for (const [sha256, bytes] of sampleRaw) {
      const response = await fetch(`${site.url}evidence/c26/raw/${sha256}`);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(bytes));
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it.each(pages)("/%s does not scroll sideways on a phone", async (path) => {
    await open(path, 360);
    for (const details of await page.$$("details")) await details.evaluate("node => { node.open = true; }");
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("the language switch keeps the page, both ways", async () => {
    await open("chapters/c26/record");
    await page.click("a.language");
    expect(page.url()).toBe(`${site.url}zh/chapters/c26/record.html`);
    await page.click("a.language");
    expect(page.url()).toBe(`${site.url}chapters/c26/record.html`);
  });

  it("the identity chain can be read with the keyboard alone", async () => {
    await open("chapters/c26/record");
    await page.locator(".pictures").scrollIntoViewIfNeeded();
    await page.waitForSelector(".chain-picture");
    await page.focus('.link[tabindex="0"]');
    expect(await page.textContent(".link-detail")).toContain("pod.uid");
    await page.keyboard.press("ArrowRight");
    expect(await page.textContent(".link-detail")).toContain("pod.node");
    expect(await page.textContent(".link-detail .command")).toContain("kubectl get pod");
  });

  it("draws the timeline as a chart once it is seen", async () => {
    await open("chapters/c26/record");
    await page.locator(".pictures").scrollIntoViewIfNeeded();
    await page.locator(".chart").first().scrollIntoViewIfNeeded();
    await page.waitForSelector(".chart svg", { timeout: 60_000 });
    expect(watched.complaints).toEqual([]);
  });

  it("is the same to the byte when another copy builds it, whatever the times of its files", async () => {
    const twin = await sampleProject();
    for (const name of await readdir(join(twin.root, "src"), { recursive: true }))
      await utimes(join(twin.root, "src", name), 1_000_000_000, 1_000_000_000);
    const { dist } = await buildSite({ project: twin.root, log: () => {} });
    const first = await digestsOf(site.dist);
    const second = await digestsOf(dist);
    twin.remove();
    expect(second).toEqual(first);
  });

  it("works at the host's root as well", async () => {
    const atRoot = await serveSite({ dist: site.dist });
    const tab = await site.browser.newPage();
    await showEverything(tab);
    await tab.goto(`${atRoot.url}zh/chapters/c26/record`);
    await tab.waitForSelector("tr[data-prediction] .value");
    await tab.goto(atRoot.url);
    await tab.click('[data-chapter="c00"] a');
    await tab.waitForSelector(".notebook-introduction .state-NOT_RUN");
    expect(tab.url()).toBe(`${atRoot.url}chapters/c00.html`);
    await tab.close();
    await atRoot.close();
  });

  it("offers downloads whose bytes have the digest that the page shows", async () => {
    await open("chapters/c26/record#downloads");
    await page.waitForSelector(".downloads li");
    const files = await page.$$eval(".downloads li", (items) =>
      items.map(
        (item) => [item.querySelector("a")!.href, item.querySelector(".digest")!.textContent!] as const,
      ),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const [href, digest] of files) {
      const bytes = new Uint8Array(await (await fetch(href)).arrayBuffer());
      expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(digest);
    }
  });

  it("sends a folder without its slash to the address from which relative links work", async () => {
    const response = await fetch(`${site.url}zh`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([302, `${base}zh/`]);
    expect((await fetch(new URL("/elsewhere", site.url))).status).toBe(404);
  });
});
