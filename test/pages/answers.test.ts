/** A published answer in a real browser, under a folder of its host: its page, and the check of its bytes. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { stringify } from "yaml";
import { landRun } from "../../data-loaders/evidence/store.js";
import { signingKey } from "../../data-loaders/publish/key-file.js";
import { answerPaths, pathsOfAnswer } from "../../data-loaders/publish/paths.js";
import { publishAnswer } from "../../data-loaders/publish/publish-answer.js";
import { buildSite } from "../../data-loaders/site/build.js";
import { type ServedSite, serveSite } from "../../data-loaders/site/serve.js";
import { SIGNED_AT, soundAnswer } from "../support/answer.js";
import { recordedRun, temporaryFolder } from "../support/evidence.js";
import { makeProject, type TestProject } from "./project.js";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (file) => existsSync(file),
);
if (!executablePath)
  console.warn(
    "NOT_RUN: the pages' tests need a browser: no chromium in /usr/bin (apt-get install chromium)",
  );

const keys = temporaryFolder();

/** The recorded run of c00 as evidence, and a published answer that stands on it. */
async function withAnswer(root: string): Promise<void> {
  const roots = { evidence: join(root, "src/evidence"), answers: join(root, "src/answers") };
  cpSync("labs/c00-process-isolation", join(root, "labs/c00-process-isolation"), { recursive: true });
  const { run, raw } = recordedRun();
  rmSync(join(roots.evidence, "c00"), { recursive: true, force: true });
  await landRun(roots.evidence, run, raw);
  mkdirSync(join(roots.answers, "c00"), { recursive: true });
  writeFileSync(pathsOfAnswer(roots.answers, "c00", "1").answer, stringify(soundAnswer()));
  const { signer } = await signingKey(answerPaths(roots.answers).keys, keys.path, SIGNED_AT);
  await publishAnswer(
    roots,
    "c00",
    "1",
    async () => signer,
    () => SIGNED_AT,
  );
}

describe.skipIf(!executablePath)("the page of a published answer", () => {
  let project: TestProject;
  let site: ServedSite;
  let browser: Browser;
  let page: Page;
  let dist: string;
  let complaints: string[] = [];

  vi.setConfig({ testTimeout: 120_000 });

  beforeAll(async () => {
    project = await makeProject(withAnswer);
    ({ dist } = await buildSite({ project: project.root, log: () => {} }));
    site = await serveSite({ dist, base: "/team/labbook/" });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    page = await open();
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await project?.remove();
    keys.remove();
  });

  async function open(): Promise<Page> {
    const opened = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    opened.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
    opened.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    opened.on("request", (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith("data:"))
        complaints.push(`request: ${request.url()}`);
    });
    return opened;
  }

  async function check(path: string, on = page) {
    await on.goto(site.url + path);
    return press(on);
  }

  /** Presses the button, for the first time or again: every file is fetched anew. */
  async function press(on = page) {
    await on.click(".verify-button", { timeout: 100_000 });
    await on.waitForSelector(".verify-good, .verify-bad", { timeout: 100_000 });
    const steps = await on.$$eval(".verify-steps > li", (items) =>
      items.map((item) => [item.getAttribute("data-check")!, item.className, item.textContent!] as const),
    );
    return {
      status: (await on.textContent(".verify-status"))!,
      faults: steps.filter(([, look]) => look === "verify-fault").map(([id, , text]) => `${id}: ${text}`),
      steps: steps.map(([id]) => id),
      by: await on.textContent(".verify-by").catch(() => null),
    };
  }

  it.each([
    ["answers/c00-1", "Everything holds.", "Inside it was labbook-inside, outside vm."],
    ["zh/answers/c00-1", "全部成立。", "里面是 labbook-inside，外面是 vm。"],
  ])("/%s shows claims with observed values, and verifies them", async (path, good, claim) => {
    complaints = [];
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
    expect(await page.textContent(".claim-text")).toBe(claim);
    const raw = await page.getAttribute(".proof-source a", "href");
    expect((await page.request.get(raw!)).status()).toBe(200);
    expect(complaints).toEqual([]);
  });

  it.each(["", "zh/"])("/%s: the list of answers and the chapter lead to it", async (prefix) => {
    complaints = [];
    await page.goto(`${site.url}${prefix}answers/`);
    await page.click(".answer-list tbody a");
    await page.waitForSelector(".answer-page .verify-button");
    expect(page.url()).toBe(`${site.url}${prefix}answers/c00-1`);
    await page.goto(`${site.url}${prefix}chapters/c00`);
    await page.waitForSelector(".answer-link a", { state: "attached" });
    const href = await page.$eval(".answer-link a", (link) => (link as HTMLAnchorElement).href);
    expect(href).toBe(`${site.url}${prefix}answers/c00-1`);
    expect(complaints).toEqual([]);
  });

  it("works without the browser's own Ed25519", async () => {
    const other = await open();
    await other.addInitScript(() => {
      SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException("no", "NotSupportedError"));
    });
    const result = await check("answers/c00-1", other);
    expect(result).toMatchObject({ status: "✓ Everything holds.", by: "signatures by @noble/curves" });
    await other.close();
  });

  it("finds changed bytes in each kind of file that the site serves, and says where", {
    timeout: 600_000,
  }, async () => {
    const output = recordedRun().run.steps.find(({ id }) => id === "child-ns")!.stdout!.sha256;
    const places: [string, RegExp][] = [
      [`evidence/c00/raw/${output}`, /^digests: .*child-ns\.stdout.*at least one of its 123 bytes changed/],
      ["evidence/c00/run.json", /^(document|schema|extraction|attestation|statuses|seal|verdicts|digests): /],
      ["answers/c00/1.yaml", /^(answer|record): /],
      ["answers/c00/1.record.json", /^record: .*record\.json/],
      ["answers/c00/1.dsse.json", /^(attestation|signature): /],
      ["answers/keys.json", /^signature: .*keys\.json/],
    ];
    let state = 11;
    const random = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    await page.goto(`${site.url}answers/c00-1`);
    for (const [name, message] of places) {
      const file = join(dist, name);
      const whole = readFileSync(file);
      for (let round = 0; round < 2; round++) {
        const bytes = Uint8Array.from(whole);
        const at = random(bytes.length);
        bytes[at] = (bytes[at]! + 1 + random(255)) & 255;
        writeFileSync(file, bytes);
        const { status, faults } = await press();
        expect(status, `${name} at ${at}`).toBe("✗ Something does not hold.");
        expect(faults, `${name} at ${at}`).toContainEqual(expect.stringMatching(message));
      }
      writeFileSync(file, whole);
    }
    expect((await press()).faults).toEqual([]);
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
