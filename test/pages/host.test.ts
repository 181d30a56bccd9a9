/** The site on hosts that are strict or simple: a policy without scripts in pages, files, folders with _, no clean addresses. */
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { staticWords } from "../../src/components/static-words.js";
import { watchPage } from "./browser.js";
import { showEverything } from "./reader.js";
import { siteInBrowser } from "./site-in-browser.js";

const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'";

describe.skipIf(!inject("dists"))("a host", () => {
  const site = siteInBrowser("committed", { reducedMotion: "reduce" });
  const servers: Server[] = [];
  /** The site with these rules, and nothing served but a file by its own name. */
  async function hostWith(policy: string): Promise<string> {
    const server = createServer((request, response) => {
      const name = request.url!.slice(1).split("?")[0]!;
      if (!existsSync(join(site.dist, name)) || name.endsWith("/")) return void response.writeHead(404).end();
      void fetch(new URL(name, site.url)).then(async (answer) => {
        const type = answer.headers.get("content-type") ?? "";
        response.writeHead(answer.status, { "Content-Type": type, "Content-Security-Policy": policy });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  let page: Page;
  beforeAll(async () => {
    page = await site.browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.setDefaultTimeout(60_000);
    await showEverything(page);
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it("that allows no scripts within pages and no code from text shows the record with its charts, and a comparison", async () => {
    const url = await hostWith(strict);
    const { complaints } = watchPage(page, url);
    await page.goto(`${url}chapters/k06/record.html`);
    await page.waitForSelector("article.chapter tr[data-prediction] .value");
    await page.evaluate("document.querySelector('#evidence .pictures').scrollIntoView()");
    await page.locator(".chart").first().scrollIntoViewIfNeeded();
    await page.waitForSelector(".chart svg .mark-symbol path");
    await page.goto(`${url}compare/k06.html`);
    await page.waitForSelector("article.compare, .compare, .not-compared");
    expect(complaints.filter((one) => /script|eval|refused to (load|execute)/i.test(one))).toEqual([]);
  });

  it("whose scripts do not arrive shows the results as a plain table, and says why", async () => {
    const some = await site.browser.newPage();
    await some.route(/\/_observablehq\/client/, (route) => route.abort());
    await some.goto(`${site.url}chapters/k06/record.html`);
    await some.waitForSelector(".not-drawn table.static");
    expect(await some.textContent(".not-drawn .why-plain")).toBe(staticWords.en.refused);
    await some.close();
  });

  it.each([
    ["chapters/k06/record.html", "en"],
    ["zh/chapters/k06/record.html", "zh"],
  ] as const)(
    "that is no host: %s opened as a file shows its results, and says what it lacks",
    async (path, lang) => {
      const file = await site.browser.newPage();
      await file.goto(pathToFileURL(join(site.dist, path)).href);
      await file.waitForSelector(".not-drawn table.static");
      expect(await file.textContent(".not-drawn .why-plain")).toBe(staticWords[lang].fromFile);
      await file.close();
    },
  );

  it("that drops folders with _ is told not to", () => {
    expect(existsSync(join(site.dist, ".nojekyll"))).toBe(true);
  });

  it("without clean addresses: every link of every page's frame and text names a file", async () => {
    const url = await hostWith("default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:");
    const paths = [
      "index.html",
      "chapters/k06.html",
      "chapters/k06/record.html",
      "compare/k06.html",
      "search.html",
    ];
    for (const path of paths) {
      await page.goto(url + path, { waitUntil: "networkidle" });
      const links = await page.$$eval("a[href]", (all) => all.map((one) => (one as HTMLAnchorElement).href));
      const own = [...new Set(links.map((link) => link.split(/[?#]/)[0]!))].filter((link) =>
        link.startsWith(url),
      );
      expect(own.length, path).toBeGreaterThan(3);
      for (const link of own)
        expect(
          existsSync(join(site.dist, decodeURIComponent(link.slice(url.length)))) && !link.endsWith("/"),
          `${path}: ${link}`,
        ).toBe(true);
    }
  });
});
