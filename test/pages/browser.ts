/** A real browser for the pages' tests, with everything that a page must not do written down. */
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

export const executablePath = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((file) => existsSync(file));

export interface Watched {
  /** Console messages, errors, dialogs, requests elsewhere and failed requests since the last `reset`. */
  complaints: string[];
  /** Bytes of every response since the last `reset`, each compressed for itself as a server would send it. */
  weight(): Promise<{ total: number; files: [string, number][] }>;
  reset(): void;
}

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const WCAG_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it is now, by the rules of WCAG 2.2 AA and its best practices, or by some rules alone. */
export async function violations(page: Page, rules: string[] = WCAG_AA): Promise<string[]> {
  await page.evaluate(axe);
  // what stays in view lies over some other part of the page, wherever one stopped scrolling; at the top it is in its place
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
  return page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) =>
        id + " at " + target.join(" ") + ": " + failureSummary)))`,
  );
}

/** `origin` is the address under which every request must lie. */
export function watchPage(page: Page, origin: string): Watched {
  let bodies: Promise<[string, number]>[] = [];
  const watched: Watched = {
    complaints: [],
    async weight() {
      const files = (await Promise.all(bodies)).sort((a, b) => b[1] - a[1]);
      return { total: files.reduce((sum, [, bytes]) => sum + bytes, 0), files };
    },
    reset() {
      watched.complaints = [];
      bodies = [];
    },
  };
  page.on("console", (message) => watched.complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => watched.complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    watched.complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      watched.complaints.push(`request: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) watched.complaints.push(`${response.status()}: ${response.url()}`);
    bodies.push(
      response.body().then(
        (body) => [response.url().slice(origin.length), gzipSync(body).length] as [string, number],
        // A redirect has no body.
        () => [response.url(), 0] as [string, number],
      ),
    );
  });
  return watched;
}
