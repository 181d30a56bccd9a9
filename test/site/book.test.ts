import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readBook } from "../../data-loaders/site/book.js";
import { pagePath, recordPath, writeMissingPages } from "../../data-loaders/site/pages.js";
import { series } from "../../labs/series.js";
import { sampleRun, writeSample } from "../fixtures/site/sample.js";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "labbook-book-"));
  await mkdir(join(project, "labs"));
  await mkdir(join(project, "src"));
  await symlink(resolve("src/model"), join(project, "src/model"));
  await symlink(resolve("package-lock.json"), join(project, "package-lock.json"));
  await writeFile(
    join(project, "labs/series.ts"),
    `export { series } from ${JSON.stringify(resolve("labs/series.ts"))};\n`,
  );
});
afterEach(() => rm(project, { recursive: true }));

async function chapterOf(id: string) {
  return (await readBook(project)).series
    .flatMap(({ chapters }) => chapters)
    .find((chapter) => chapter.id === id)!;
}

it("knows a chapter without lab and run as planned: NOT_RUN, with neither", async () => {
  const chapter = await chapterOf("k12");
  expect(chapter.state).toBe("NOT_RUN");
  expect(chapter.lab).toBeUndefined();
  expect(chapter.run).toBeUndefined();
});

it("counts a run's verdicts and leftovers, and keeps a NOT_RUN attempt apart from an observation", async () => {
  await writeSample(project);
  const observed = await chapterOf("c26");
  // the sample's digests are invented, so the lab of today is another one
  expect(observed).toMatchObject({ state: "STALE", amended: true });
  expect(observed.run).toMatchObject({
    id: sampleRun.id,
    verdicts: { CONFIRMED: 3, REFUTED: 1, INCONCLUSIVE: 1, NOT_RUN: 1 },
    leftovers: 1,
  });
  expect((await chapterOf("c00")).state).toBe("NOT_RUN");
});

it("shows a later attempt that could not run beside the earlier run, which stays", async () => {
  await writeSample(project);
  const lines = [
    { id: sampleRun.id, status: "PARTIAL", startedAt: sampleRun.startedAt },
    {
      id: "20261105T000000Z-c26-0000",
      status: "NOT_RUN",
      startedAt: "2026-11-05T00:00:00.000Z",
      statusReason: "no docker",
    },
  ];
  await writeFile(
    join(project, "src/evidence/c26/history.jsonl"),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  const chapter = await chapterOf("c26");
  expect(chapter.state).toBe("STALE");
  expect(chapter.later).toEqual({
    id: lines[1]!.id,
    status: "NOT_RUN",
    startedAt: lines[1]!.startedAt,
    reason: "no docker",
  });
});

it("refuses a run of another schema version", async () => {
  await writeSample(project);
  await writeFile(
    join(project, "src/evidence/c26/run.json"),
    JSON.stringify({ ...sampleRun, schema: "labbook/run/v0" }),
  );
  await expect(readBook(project)).rejects.toThrow(/expected schema labbook\/run\/v1, got labbook\/run\/v0/);
});

it("every chapter of the series has its notebook in both languages, under one title", async () => {
  for (const { id } of series.flatMap(({ chapters }) => chapters)) {
    for (const lang of ["en", "zh"] as const) {
      const page = await readFile(pagePath(id, lang), "utf8");
      expect(page.match(/^# /gm), pagePath(id, lang)).toHaveLength(1);
    }
  }
});

it("records and comparisons are made from a template, and a notebook that is there is never touched", async () => {
  await mkdir(join(project, "src/chapters"), { recursive: true });
  await writeFile(join(project, pagePath("c26", "en")), "# By hand\n");
  const written = await writeMissingPages(project, series);
  expect(written).not.toContain(pagePath("c26", "en"));
  expect(written).toContain(pagePath("c26", "zh"));
  expect(await readFile(join(project, pagePath("c26", "en")), "utf8")).toBe("# By hand\n");
  expect(await readFile(join(project, recordPath("c26", "zh")), "utf8")).toContain(
    'chapterPage("c26", "zh")',
  );
  expect(await writeMissingPages(project, series)).toEqual([]);
});
