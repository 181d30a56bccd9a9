/** The page of a published answer, whose bytes are checked in the browser while one byte of what is served is another. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { AnswerRecord } from "../../src/model/answer/record.js";

/** The answer that all of this is about: exercise 1 of c00, as it is published. */
export const record = JSON.parse(readFileSync("src/answers/c00/1.record.json", "utf8")) as AnswerRecord;
const page = "answers/c00-1";

export interface Checked {
  status: string;
  /** `check: message` of each check that does not hold. */
  faults: string[];
  /** The checks in their order. */
  steps: string[];
  /** What checked the signatures. */
  by: string | null;
}

/** Presses the button of an open answer, for the first time or again: every file is fetched anew. */
export async function pressVerify(on: Page): Promise<Checked> {
  await on.click(".verify-button", { timeout: 100_000 });
  await on.waitForSelector(".verify-good, .verify-bad", { timeout: 100_000 });
  const steps = await on.$$eval(".verify-steps > li", (items) =>
    items.map((item) => [item.getAttribute("data-check")!, item.className, item.textContent!] as const),
  );
  return {
    status: (await on.textContent(".verify-status"))!,
    faults: steps.filter(([, look]) => look === "verify-fault").map(([id, , text]) => `${id}: ${text}`),
    steps: steps.map(([id]) => id),
    // where a signature does not hold nothing is said of who checked it
    by: (await (await on.$(".verify-by"))?.textContent()) ?? null,
  };
}

/** The kinds of file that a check reads, below the site's root, and how it must name a change in each. */
export function checkedFiles(dist: string): [string, RegExp][] {
  const { name, bytes } = outputOf("hostname-after");
  const kept = `evidence/c00/runs/${record.run.id}.json`;
  const run = existsSync(join(dist, kept)) ? kept : "evidence/c00/run.json";
  return [
    [name, new RegExp(`^digests: .*hostname-after\\.stdout.*at least one of its ${bytes} bytes changed`)],
    [run, /^(document|schema|extraction|attestation|statuses|seal|verdicts|digests): /],
    ["answers/c00/1.yaml", /^(answer|record): /],
    ["answers/c00/1.record.json", /^record: .*record\.json/],
    ["answers/c00/1.dsse.json", /^(attestation|signature): /],
    ["answers/keys.json", /^signature: .*keys\.json/],
  ];
}

/** Where the site has the output of a step that a claim cites, and how long it is. */
function outputOf(step: string): { name: string; bytes: number } {
  const sources = record.claims.flatMap(({ proofs }) =>
    proofs.flatMap((proof) => ("sources" in proof ? proof.sources : [])),
  );
  const name = `evidence/c00/raw/${sources.find((source) => source.step === step)!.sha256}`;
  return { name, bytes: statSync(join("src", name)).size };
}

export interface Flip extends Checked {
  /** Which byte of which file was another. */
  place: string;
  /** How often the changed bytes were fetched. */
  served: number;
  /** A fault says what it must of such a file. */
  named: boolean;
}

/** Changes one byte of one file after the other, at places drawn from `seed`, and checks; each file `rounds` times. */
export async function* flips(
  site: { dist: string; url: string },
  on: Page,
  { rounds, seed }: { rounds: number; seed: number },
): AsyncGenerator<Flip> {
  let state = seed;
  const random = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  await on.goto(site.url + page);
  for (const [file, message] of checkedFiles(site.dist)) {
    const whole = readFileSync(join(site.dist, file));
    for (let round = 0; round < rounds; round++) {
      const body = Buffer.from(whole);
      const at = random(body.length);
      body[at] = (body[at]! + 1 + random(255)) & 255;
      let served = 0;
      await on.route(site.url + file, (route) => {
        served++;
        return route.fulfill({ body });
      });
      const checked = await pressVerify(on);
      await on.unroute(site.url + file);
      const named = checked.faults.some((fault) => message.test(fault));
      yield { ...checked, place: `${file} at ${at}`, served, named };
    }
  }
}
