import { chromium } from "playwright-core";
import { serveSite } from "../data-loaders/site/serve.js";
import { executablePath } from "../test/pages/browser.js";
import { checkedFiles, flips } from "../test/pages/flips.js";

const CHANGES = 1000;
const READERS = 2;

/** How many of a thousand changed bytes the check in a browser finds, of the site that `lab build` made. */
export async function changedBytes(): Promise<string[]> {
  if (!executablePath) return ["NOT_RUN: no chromium in /usr/bin (apt-get install chromium)"];
  const site = { dist: "dist", ...(await serveSite({ dist: "dist" })) };
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const rounds = Math.ceil(CHANGES / READERS / checkedFiles(site.dist).length);
  const missed: string[] = [];
  let found = 0;
  let named = 0;
  const reader = async (seed: number) => {
    for await (const flip of flips(site, await browser.newPage(), { rounds, seed })) {
      if (flip.served === 0 || !flip.status.startsWith("✗")) missed.push(flip.place);
      else found++;
      if (flip.named) named++;
    }
  };
  try {
    await Promise.all(Array.from({ length: READERS }, (_, seed) => reader(seed + 1)));
  } finally {
    await browser.close();
    await site.close();
  }
  return [
    `${found} of ${found + missed.length} changed bytes found by the check in a browser, ${named} with the file or the field named`,
    ...missed.map((place) => `missed: ${place}`),
  ];
}
