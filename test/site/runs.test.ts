import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRuns } from "../../data-loaders/site/runs.js";
import type { RunDocument } from "../../src/model/run.js";

let project: string;
const chapter = () => join(project, "src/evidence/c00");

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "labbook-runs-"));
  await mkdir(join(project, "labs"));
  await writeFile(
    join(project, "labs/series.ts"),
    'export const series = [{ id: "c", chapters: [{ id: "c00", title: { en: "T", zh: "题" } }, { id: "c10", title: { en: "U", zh: "目" } }] }];',
  );
  await cp("test/fixtures/evidence/c00", chapter(), { recursive: true });
  await rm(join(chapter(), "runs"), { recursive: true });
});
afterEach(() => rm(project, { recursive: true }));

async function earlier(change: (run: RunDocument) => void): Promise<RunDocument> {
  const run = JSON.parse(await readFile(join(chapter(), "run.json"), "utf8")) as RunDocument;
  change(run);
  await mkdir(join(chapter(), "runs"), { recursive: true });
  await writeFile(join(chapter(), "runs", `${run.id}.json`), JSON.stringify(run));
  return run;
}

test("a chapter's runs, newest first, and a column for each version", async () => {
  const old = await earlier((run) => {
    run.id = "20200101T000000000Z-c00-0000";
    run.startedAt = "2020-01-01T00:00:00.000Z";
    run.environment.vm.kernel = "5.4.0";
    run.verdicts[0]!.verdict = "REFUTED";
    run.predictions.push({ ...run.predictions[0]!, id: "only-then" });
  });
  const { c00, c10 } = await readRuns(project);
  expect(c00!.kept.map(({ file }) => file)).toEqual(["run.json", `runs/${old.id}.json`]);
  expect(c00!.kept[1]).toMatchObject({ version: { kernel: "5.4.0" }, verdicts: { REFUTED: 1 } });
  const [newest] = c00!.kept;
  expect(c00!.matrix.columns.map(({ run }) => run)).toEqual([old.id, newest!.id]);
  expect(c00!.matrix.rows[0]).toEqual({
    prediction: old.verdicts[0]!.prediction,
    verdicts: ["REFUTED", "CONFIRMED"],
  });
  expect(c00!.matrix.rows.at(-1)).toEqual({ prediction: "only-then", verdicts: [null, null] });
  expect(c10).toEqual({
    title: { en: "U", zh: "目" },
    kept: [],
    gone: [],
    matrix: { columns: [], rows: [] },
  });
});

test("a run of which only the history is left is named, and is none that can be compared", async () => {
  const history = join(chapter(), "history.jsonl");
  const line = {
    id: "20190101T000000000Z-c00-0000",
    status: "PARTIAL",
    startedAt: "2019-01-01T00:00:00.000Z",
    verdicts: { NOT_RUN: 2 },
  };
  await writeFile(history, `${JSON.stringify(line)}\n${await readFile(history, "utf8").catch(() => "")}`);
  const { c00 } = await readRuns(project);
  expect(c00!.gone).toContainEqual(line);
  expect(c00!.kept.length).toBe(1);
});
