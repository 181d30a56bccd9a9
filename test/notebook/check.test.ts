import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { notHeld } from "../../data-loaders/notebook/after-run.js";
import { readPage } from "../../data-loaders/notebook/chapters.js";
import { checkNotebooks, textDigest } from "../../data-loaders/notebook/check.js";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "labbook-notebook-"));
  for (const folder of ["src/chapters", "src/zh/chapters", "src/evidence/k07"])
    await mkdir(join(project, folder), { recursive: true });
  await symlink(resolve("labs"), join(project, "labs"));
  await symlink(resolve("src/evidence/k07/raw"), join(project, "src/evidence/k07/raw"));
  await evidence(() => {});
});
afterEach(() => rm(project, { recursive: true }));

interface Recorded {
  verdicts: { prediction: string; verdict: string }[];
  observations: Record<string, unknown>;
}

/** The chapter's recorded run, changed. */
async function evidence(change: (run: Recorded) => void): Promise<void> {
  const run = JSON.parse(await readFile("src/evidence/k07/run.json", "utf8")) as Recorded;
  change(run);
  await writeFile(join(project, "src/evidence/k07/run.json"), JSON.stringify(run));
}

async function page(lang: "en" | "zh", body: string, follows?: string): Promise<void> {
  const file = join(project, lang === "zh" ? "src/zh/chapters/k07.md" : "src/chapters/k07.md");
  await writeFile(
    file,
    `---\ntitle: T\nlab: k07\n${follows ? `follows: "${follows}"\n` : ""}---\n\n# T\n\n${body}\n`,
  );
}

const messages = async () =>
  (await checkNotebooks(project, ["k07"])).faults.map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  );

it("the notebook of this book that is written has no fault", async () => {
  const { faults, notebooks } = await checkNotebooks(process.cwd(), ["k07"]);
  expect(faults).toEqual([]);
  expect(notebooks).toBeGreaterThan(0);
});

it("names the line in the file, front matter counted", async () => {
  await page("en", "It took 50 s.");
  expect(await messages()).toContainEqual(
    expect.stringMatching(/^src\/chapters\/k07\.md:8: "50" is bound to nothing/),
  );
});

it("refuses a notebook that tells of less than two thirds of its verdicts, and names the others", async () => {
  await page("en", "::: claim unknown noexecute\nIt turned Unknown.\n:::");
  expect(await messages()).toContainEqual(
    expect.stringMatching(/^src\/chapters\/k07\.md:1: cites 2 of \d+ verdicts, .*not cited: .*all-on-node/),
  );
});

it("refuses languages that cite different evidence", async () => {
  await page("en", "{{unknown.at}} {{marked.at}}\n\n```step stop-kubelet\n```");
  await page("zh", "{{unknown.at}}");
  const found = await messages();
  expect(found).toContain(
    "src/zh/chapters/k07.md:1: does not cite values that src/chapters/k07.md cites: marked.at",
  );
  expect(found).toContain(
    "src/zh/chapters/k07.md:1: does not cite steps that src/chapters/k07.md cites: stop-kubelet",
  );
});

it("says of a Chinese page that its English text changed, until it follows that", async () => {
  await page("en", "{{unknown.at}}");
  await page("zh", "{{unknown.at}}", "0123456789abcdef");
  expect((await checkNotebooks(project, ["k07"])).lagging).toEqual([
    expect.stringContaining("src/zh/chapters/k07.md: follows 0123456789abcdef"),
  ]);
  await page("zh", "{{unknown.at}}", textDigest(readPage(join(project, "src/chapters/k07.md"))));
  expect((await checkNotebooks(project, ["k07"])).lagging).toEqual([]);
});

it("after a run, the sentences that do not hold any more are told, and the values that it does not have", async () => {
  await page("en", "::: claim unknown\nThe node turned Unknown in time.\n:::\n\nMarked at {{marked.at}}.");
  expect(await notHeld(project, "k07")).toEqual([]);
  await evidence((run) => {
    run.verdicts.find(({ prediction }) => prediction === "unknown")!.verdict = "REFUTED";
    run.observations["marked.at"] = { missing: "NOT_FOUND", unit: "s", reason: "nothing was marked" };
  });
  expect(await notHeld(project, "k07")).toEqual([
    "src/chapters/k07.md:8: does not hold now (unknown): The node turned Unknown in time.",
    "src/chapters/k07.md:12: marked.at is NOT_FOUND in this run",
  ]);
});

it("says nothing of a chapter whose text is not written", async () => {
  await writeFile(join(project, "src/chapters/k07.md"), "---\ntitle: T\n---\n\n# T\n");
  expect(await notHeld(project, "k07")).toEqual([]);
});
