/** A built site, served under a folder of its host, and a real browser to open it with. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { type ServedSite, serveSite } from "../../data-loaders/site/serve.js";
import { executablePath, type Watched, watchPage } from "./browser.js";
import { showEverything } from "./reader.js";
import type { SiteName } from "./sites.js";

/** The folder of the host. */
export const base = "/team/labbook/";

export interface SiteInBrowser {
  /** Where the built files are. */
  dist: string;
  /** The address under which every request must lie. */
  url: string;
  browser: Browser;
  /** A reader's page on which nothing is hidden, and what it did. */
  page: Page;
  watched: Watched;
}

/** For one `describe`: what it returns is filled in before its first test. */
export function siteInBrowser(name: SiteName, reader: BrowserContextOptions = {}): SiteInBrowser {
  const at = {} as SiteInBrowser;
  let site: ServedSite;
  beforeAll(async () => {
    at.dist = inject("dists")![name];
    site = await serveSite({ dist: at.dist, base });
    at.url = site.url;
    at.browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    at.page = await at.browser.newPage({ viewport: { width: 1200, height: 900 }, ...reader });
    await showEverything(at.page);
    at.watched = watchPage(at.page, at.url);
  });
  afterAll(async () => {
    await at.browser?.close();
    await site?.close();
  });
  return at;
}
