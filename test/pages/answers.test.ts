/** A published answer in a real browser, under a folder of its host: its page, and the check of its bytes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execa } from "execa";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { temporaryFolder } from "../support/evidence.js";
import { violations, type Watched, watchPage } from "./browser.js";
import { flips, pressVerify, record } from "./flips.js";
import { siteInBrowser } from "./site-in-browser.js";
import { strictServer } from "./strict-server.js";

describe.skipIf(!inject("dists"))("the page of a published answer", () => {
  const site = siteInBrowser("committed", { reducedMotion: "reduce" });
  const strict = strictServer(() => site.url);
  let page: Page;
  let watched: Watched;
  beforeAll(() => {
    ({ page, watched } = site);
  });

  async function check(path: string, on = page) {
    await on.goto(site.url + path);
    return pressVerify(on);
  }

  it.each([
    ["answers/c00-1", "en", "Everything holds."],
    ["zh/answers/c00-1", "zh", "全部成立。"],
  ] as const)("/%s shows claims with observed values, and verifies them", async (path, lang, good) => {
    watched.reset();
    const result = await check(path);
    expect(result).toMatchObject({ status: `✓ ${good}`, faults: [] });
    expect(result.steps).toEqual([
      "document",
      "schema",
      "digests",
      "seal",
      "statuses",
      "extraction",
      "verdicts",
      "answer",
      "record",
      "attestation",
      "signature",
    ]);
    const claims = await page.$$eval(".claim-text", (texts) => texts.map((text) => text.textContent));
    // of identifiers the beginning stands in the text; those of c00 are short
    expect(claims).toEqual(record.claims.map(({ text }) => text[lang]));
    expect(claims[0]).toContain("labbook-inside");
    const raw = await page.$eval(".finding .cmd-note a", (link) => (link as HTMLAnchorElement).href);
    expect((await page.request.get(raw)).status()).toBe(200);
    expect(watched.complaints).toEqual([]);
  });

  it.each(["", "zh/"])("/%s: the list of answers and the chapter lead to it", async (prefix) => {
    watched.reset();
    await page.goto(`${site.url}${prefix}answers/`);
    await page.click("article.answers .question a");
    await page.waitForSelector("article.answer .verify-button");
    expect(page.url()).toBe(`${site.url}${prefix}answers/c00-1.html`);
    await page.goto(`${site.url}${prefix}chapters/c00/record`);
    await page.waitForSelector(".answer-link a", { state: "attached" });
    const href = await page.$eval(".answer-link a", (link) => (link as HTMLAnchorElement).href);
    expect(href).toBe(`${site.url}${prefix}answers/c00-1.html`);
    expect(watched.complaints).toEqual([]);
  });

  it.each(["answers/c00-1.html", "zh/answers/c00-1.html", "answers/index.html"])(
    "/%s is light, silent, accessible, and fits",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1440, 360]) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto("about:blank");
          watched.reset();
          await page.goto(site.url + path, { waitUntil: "networkidle" });
          expect(await page.evaluate("document.documentElement.scrollWidth"), `${width}`).toBe(width);
          expect(await violations(page), `${colorScheme} ${width}`).toEqual([]);
          const { total, files } = await watched.weight();
          expect(total, JSON.stringify(files)).toBeLessThanOrEqual(60 * 1024);
          expect(watched.complaints).toEqual([]);
        }
      }
    },
  );

  it("is whole without scripts, from a file, and says nothing under a strict policy", async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const reader = await context.newPage();
    await reader.goto(pathToFileURL(join(site.dist, "answers/index.html")).href);
    await reader.click('li[data-answer="c00-1"] .question a');
    expect(await reader.locator(".claim-text").count()).toBe(record.claims.length);
    for (const finding of await reader.locator(".finding").all())
      expect(await finding.locator(".cmd-typed").first().isVisible()).toBe(true);
    expect(await reader.locator("script:not([src]), noscript, [style]").count()).toBe(0);
    await context.close();
    const strictly = await site.browser.newPage();
    const { complaints } = watchPage(strictly, strict.url);
    await strictly.goto(`${strict.url}answers/c00-1.html`, { waitUntil: "networkidle" });
    expect(await strictly.locator(".verify-button").count()).toBe(1);
    expect(complaints).toEqual([]);
    await strictly.close();
  });

  it("works without the browser's own Ed25519", async () => {
    const other = await site.browser.newPage();
    await other.addInitScript(() => {
      // the check runs in a worker, which no init script reaches: what starts it is told instead
      const without =
        'SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException("no", "NotSupportedError"));';
      const { Blob } = window;
      window.Blob = class extends Blob {
        constructor(parts?: BlobPart[], options?: BlobPropertyBag) {
          super(options?.type === "text/javascript" ? [without, ...(parts ?? [])] : parts, options);
        }
      };
    });
    const result = await check("answers/c00-1", other);
    expect(result).toMatchObject({ status: "✓ Everything holds.", by: "signatures by @noble/curves" });
    await other.close();
  });

  it("finds changed bytes in each kind of file that the site serves, and says where", async () => {
    let seen = 0;
    for await (const { place, status, served, named, faults } of flips(site, page, { rounds: 2, seed: 11 })) {
      seen++;
      expect(served, place).toBeGreaterThan(0);
      expect(status, place).toBe("✗ Something does not hold.");
      expect(named, `${place}: ${faults.join("\n")}`).toBe(true);
    }
    expect(seen).toBe(12);
    expect((await pressVerify(page)).faults).toEqual([]);
  });

  it("offers the bundle and a verifier that needs nothing but Node.js", async () => {
    const folder = temporaryFolder();
    for (const [from, to] of [
      ["downloads/labbook-verify.mjs", "labbook-verify.mjs"],
      ["answers/c00/1.labbook.tar", "c00-1.labbook.tar"],
      ["answers/keys.json", "keys.json"],
    ] as const)
      writeFileSync(join(folder.path, to), await (await page.request.get(site.url + from)).body());
    const run = (...args: string[]) =>
      execa("node", ["labbook-verify.mjs", ...args], {
        cwd: folder.path,
        reject: false,
        env: { NODE_PATH: "" },
      });
    const good = await run("--keys", "keys.json", "c00-1.labbook.tar");
    expect([good.exitCode, good.stderr]).toEqual([0, ""]);
    expect(good.stdout).toMatch(/^c00 {2}answer 1 .*verified[\s\S]*ok +signature +Ed25519 by the key/);
    const bytes = readFileSync(join(folder.path, "c00-1.labbook.tar"));
    bytes[bytes.length - 3000]! ^= 4;
    writeFileSync(join(folder.path, "c00-1.labbook.tar"), bytes);
    expect((await run("c00-1.labbook.tar")).exitCode).toBe(7);
    folder.remove();
  });
});
