import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { answer } from "../../data-loaders/commands/answer.js";
import { publish } from "../../data-loaders/commands/publish.js";
import { systemClock } from "../../data-loaders/environment/transport/clock.js";
import { landRun } from "../../data-loaders/evidence/store.js";
import { pathsOfAnswer } from "../../data-loaders/publish/paths.js";
import { sealOf } from "../../src/model/answer/seal.js";
import type { Answer } from "../../src/model/answer/types.js";
import { soundAnswer } from "../support/answer.js";
import { recordedRun, temporaryFolder } from "../support/evidence.js";

let folder: ReturnType<typeof temporaryFolder>;
let roots: { evidence: string; answers: string };
let lines: string[];
const session = {
  print: (text: string) => void lines.push(text),
  clock: { ...systemClock, now: () => new Date("2026-12-01T10:00:00.000Z") },
  log: { info: (text: string) => void lines.push(text), warn: () => {} },
};
const out = () => lines.splice(0).join("\n");
const file = (exercise = "1") => pathsOfAnswer(roots.answers, "c00", exercise).answer;
const withRun = async () => {
  const { run, raw } = recordedRun();
  await landRun(roots.evidence, run, raw);
  return run;
};

beforeEach(() => {
  folder = temporaryFolder();
  roots = { evidence: join(folder.path, "evidence"), answers: join(folder.path, "answers") };
  lines = [];
  vi.stubEnv("LABBOOK_KEYS", join(folder.path, "keys"));
  vi.stubEnv("LABBOOK_CALLER", folder.path);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

describe("lab answer", () => {
  test("starts an answer: sealed, with the run there is, and honest about what could be known", async () => {
    const run = await withRun();
    expect(await answer(["c00", "1"], { book: true }, session, roots)).toBe(0);
    const started = parse(readFileSync(file(), "utf8")) as Answer;
    expect(started).toMatchObject({ chapter: "c00", exercise: "1", run: run.id, claims: [] });
    expect(started.prediction).toMatchObject({ access: "RUN_SEEN", sealedAt: "2026-12-01T10:00:00.000Z" });
    expect(started.prediction.digest).toBe(sealOf(started, started.prediction));
    expect(started.prediction.statements.map(({ id }) => id).sort()).toEqual([
      "hostname-outside",
      "mount-outside",
      "network-empty",
      "pid-outside",
    ]);
    expect(out()).toMatch(/4 statements sealed at 2026-12-01T10:00:00\.000Z, RUN_SEEN/);
    expect(existsSync(join(roots.answers, "schema.json"))).toBe(true);
  });

  test("before any run it is NOTHING_RUN; not having looked has to be said", async () => {
    await answer(["c00", "1"], { book: true }, session, roots);
    expect(parse(readFileSync(file(), "utf8")).prediction.access).toBe("NOTHING_RUN");
    await withRun();
    await answer(["c00", "2"], { book: true, notSeen: true }, session, roots);
    expect(parse(readFileSync(file("2"), "utf8")).prediction.access).toBe("RUN_NOT_SEEN");
  });

  test("NOTHING_RUN does not become true by being written: the run had begun before", async () => {
    await withRun();
    await answer(["c00", "1"], { book: true }, session, roots);
    const started = parse(readFileSync(file(), "utf8")) as Answer;
    started.prediction.access = "NOTHING_RUN";
    started.prediction.digest = sealOf(started, started.prediction);
    writeFileSync(file(), stringify(started));
    out();
    expect(await answer(["c00", "1"], { check: true }, session, roots)).toBe(7);
    expect(out()).toMatch(/prediction\.access: was sealed at 2026-12-01.* after run .* began/);
  });

  test("an own prediction is sealed instead of the sheet's, and refused with all its faults", async () => {
    await withRun();
    const own = [
      {
        id: "mine",
        text: { en: "It is 1", zh: "是一" },
        claim: { op: "equals", of: ["child.pid.inside"], to: { literal: "1" } },
      },
    ];
    writeFileSync(join(folder.path, "own.yaml"), stringify(own));
    await answer(["c00", "1"], { prediction: "own.yaml" }, session, roots);
    expect(parse(readFileSync(file(), "utf8")).prediction.statements).toEqual(own);
    writeFileSync(join(folder.path, "bad.yaml"), stringify([{ id: "mine", text: { en: "x", zh: "x" } }]));
    await expect(answer(["c00", "2"], { prediction: "bad.yaml" }, session, roots)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/line 1: 0\.claim: [\s\S]*line 4: 0\.text\.zh: /),
    });
  });

  test("a sealed answer is never started again; unknown exercises and chapters are said", async () => {
    await answer(["c00", "1"], { book: true }, session, roots);
    const before = readFileSync(file(), "utf8");
    await expect(answer(["c00", "1"], { book: true }, session, roots)).rejects.toMatchObject({
      exitCode: 2,
      code: "ANSWER_EXISTS",
    });
    expect(readFileSync(file(), "utf8")).toBe(before);
    await expect(answer(["c00", "9"], { book: true }, session, roots)).rejects.toThrow(
      /no exercise 9; it has 1, 2/,
    );
    await expect(answer(["zz", "1"], { book: true }, session, roots)).rejects.toThrow(/no chapter zz/);
    await expect(answer(["c00"], {}, session, roots)).rejects.toMatchObject({ exitCode: 2 });
    await expect(answer(["c00", "2"], { check: true }, session, roots)).rejects.toThrow(
      /there is no answer file/,
    );
  });

  test("checks by chapter and by file, as JSON too", async () => {
    await withRun();
    mkdirSync(join(roots.answers, "c00"), { recursive: true });
    writeFileSync(file(), stringify(soundAnswer()));
    expect(await answer(["c00", "1"], { check: true }, session, roots)).toBe(0);
    writeFileSync(file(), stringify({ ...soundAnswer(), cannotConclude: [], exercise: "1" }));
    out();
    expect(await answer(["answers/c00/1.yaml"], { json: true }, session, roots)).toBe(7);
    expect(JSON.parse(out())).toMatchObject({
      ok: false,
      faults: [{ path: "cannotConclude", message: "an answer says what cannot be concluded" }],
    });
  });

  test("what it offers for citing is accepted as evidence", async () => {
    await withRun();
    await answer(["c00", "1"], { cite: true, json: true }, session, roots);
    const values = JSON.parse(out());
    await answer(["c00", "1"], { cite: "labbook-inside", json: true }, session, roots);
    const spans = JSON.parse(out());
    expect(spans).toContainEqual(
      expect.objectContaining({ output: "inside-says", span: [40, 54], text: "labbook-inside" }),
    );
    const sound = soundAnswer();
    sound.claims[0]!.evidence.push(...values, ...spans);
    mkdirSync(join(roots.answers, "c00"), { recursive: true });
    writeFileSync(file(), stringify(sound));
    expect(await answer(["c00", "1"], { check: true }, session, roots)).toBe(0);
    await answer(["c00", "1"], { cite: "labbook-inside" }, session, roots);
    expect(parse(out().split("\n").slice(1).join("\n"))).toEqual(spans);
  });
});

describe("lab publish", () => {
  test("publishes what verifies, names what does not, and ends with 7", async () => {
    await withRun();
    mkdirSync(join(roots.answers, "c00"), { recursive: true });
    writeFileSync(file("1"), stringify(soundAnswer()));
    writeFileSync(file("2"), stringify({ ...soundAnswer(), cannotConclude: [] }));
    expect(await publish([], { all: true }, session, roots)).toBe(7);
    const text = out();
    expect(text).toMatch(/made the signing key [0-9a-f]{64} in .*keys; its public half is in .*keys\.json/);
    expect(text).toMatch(/c00 1 {2}PUBLISHED {2}VERIFIED/);
    expect(text).toMatch(
      /c00 2 {2}REFUSED\n {2}exercise: expected 2 as the file is named, got 1\n {2}cannotConclude: /,
    );
    expect(existsSync(pathsOfAnswer(roots.answers, "c00", "1").attestation)).toBe(true);
    expect(existsSync(pathsOfAnswer(roots.answers, "c00", "2").attestation)).toBe(false);
    expect(await publish(["c00"], { json: true }, session, roots)).toBe(7);
    expect(JSON.parse(out())).toMatchObject([{ outcome: "UNCHANGED" }, { outcome: "REFUSED" }]);
  });

  test("0 published is never green", async () => {
    await expect(publish(["c00"], {}, session, roots)).rejects.toMatchObject({ exitCode: 3 });
    await expect(publish([], { all: true }, session, roots)).rejects.toMatchObject({ exitCode: 3 });
  });
});
