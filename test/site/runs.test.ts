import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRuns } from "../../data-loaders/site/runs.js";
import type { RunDocument } from "../../src/model/run.js";

let project: string;
const c00 = { id: "c00", title: { en: "T", zh: "题" } };
const c10 = { id: "c10", title: { en: "U", zh: "目" } };
const chapter = () => join(project, "src/evidence/c00");

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "labbook-runs-"));
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
  const runs = await readRuns(project, c00);
  expect(runs.kept.map(({ file }) => file)).toEqual(["run.json", `runs/${old.id}.json`]);
  expect(runs.kept[1]).toMatchObject({ version: { kernel: "5.4.0" }, verdicts: { REFUTED: 1 } });
  const [newest] = runs.kept;
  expect(runs.matrix.columns.map(({ run }) => run)).toEqual([old.id, newest!.id]);
  expect(runs.matrix.rows[0]).toEqual({
    prediction: old.verdicts[0]!.prediction,
    verdicts: ["REFUTED", "CONFIRMED"],
  });
  expect(runs.matrix.rows.at(-1)).toEqual({ prediction: "only-then", verdicts: [null, null] });
  expect(await readRuns(project, c10)).toEqual({
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
  const runs = await readRuns(project, c00);
  expect(runs.gone).toContainEqual(line);
  expect(runs.kept.length).toBe(1);
});
