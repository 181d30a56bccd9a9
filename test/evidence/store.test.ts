import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withLock } from "../../data-loaders/evidence/lock.js";
import { pathsOf } from "../../data-loaders/evidence/paths.js";
import {
  earlierRuns,
  type LandingPoint,
  landRun,
  readAttempt,
  readRun,
  readRunById,
} from "../../data-loaders/evidence/store.js";
import { digestOf } from "../../src/model/hash.js";
import type { RunStatus } from "../../src/model/run.js";
import { verifyRun } from "../../src/model/verify/index.js";
import { laterRun, recordedRun, temporaryFolder, withOutput } from "../support/evidence.js";

let root: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => root.remove());

const paths = () => pathsOf(root.path, "c00");
const answers = () => join(root.path, "answers");
const land = (day: number, status: RunStatus = "COMPLETE", part?: string) => {
  const one = withOutput(
    laterRun(
      day,
      (run) => {
        run.status = status;
        if (!part) return;
        run.labParts[part] = "f".repeat(64);
        run.labDigest = digestOf(run.labParts);
      },
      3,
    ),
    new TextEncoder().encode(`day ${day}\n`),
  );
  return landRun(root.path, one.run, one.raw, { answers: answers() });
};
/** An answer that stands on the run of that day; nothing else of it matters here. */
const answerOn = (day: number) => {
  mkdirSync(join(answers(), "c00"), { recursive: true });
  writeFileSync(join(answers(), "c00", "1.yaml"), `run: ${idOf(day)}\n`);
};
const idOf = (day: number) => laterRun(day).run.id;
const historyIds = () =>
  readFileSync(paths().history, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).id);

/** Everything that is stored of the chapter holds, from raw bytes up. */
function expectWhole() {
  const { run, attempt, earlier, history, raw } = paths();
  const files = [
    run,
    attempt,
    ...(existsSync(earlier) ? readdirSync(earlier).map((name) => join(earlier, name)) : []),
  ];
  for (const file of files.filter((name) => existsSync(name))) {
    const report = verifyRun({
      run: new Uint8Array(readFileSync(file)),
      raw: (sha256) => new Uint8Array(readFileSync(join(raw, sha256))),
      history: readFileSync(history, "utf8"),
    });
    const faults = report.checks.filter(
      (check) => !check.ok && check.id !== "statuses" && check.id !== "seal",
    );
    expect(faults, file).toEqual([]);
  }
}

describe("what takes whose place", () => {
  test("a newer COMPLETE run; the one before is kept for comparison, and the history has both", async () => {
    await land(1);
    expect(await land(2)).toEqual({ file: paths().run, beside: false });
    expect((await readRun(root.path, "c00"))?.id).toBe(idOf(2));
    expect(await earlierRuns(root.path, "c00")).toEqual([idOf(1)]);
    expect((await readRunById(root.path, "c00", idOf(1)))?.id).toBe(idOf(1));
    expect(historyIds()).toEqual([idOf(1), idOf(2)]);
    expectWhole();
  });

  test.each(["NOT_RUN", "ABORTED", "PARTIAL"] as const)(
    "a %s attempt stands beside a COMPLETE run",
    async (status) => {
      await land(1);
      expect(await land(2, status)).toEqual({ file: paths().attempt, beside: true });
      expect((await readRun(root.path, "c00"))?.id).toBe(idOf(1));
      expect((await readAttempt(root.path, "c00"))?.status).toBe(status);
      expectWhole();
      await land(3);
      expect(await readAttempt(root.path, "c00")).toBeUndefined();
      expectWhole();
    },
  );

  test("a PARTIAL run of a changed lab takes the place of the STALE one", async () => {
    await land(1);
    expect((await land(2, "PARTIAL", "declaration")).beside).toBe(false);
  });

  test("code that reads the output is no other lab: a PARTIAL run stands beside", async () => {
    await land(1);
    expect((await land(2, "PARTIAL", "model/extract")).beside).toBe(true);
  });

  test("a NOT_RUN run is the chapter's evidence as long as there is no other", async () => {
    expect((await land(1, "NOT_RUN")).beside).toBe(false);
    expect((await land(2, "NOT_RUN")).beside).toBe(false);
    expect((await land(3)).beside).toBe(false);
    expect(await earlierRuns(root.path, "c00")).toEqual([]);
  });

  test("five earlier runs are kept with their outputs; outputs of older ones go", async () => {
    for (let day = 1; day <= 8; day++) await land(day);
    expect(await earlierRuns(root.path, "c00")).toEqual([3, 4, 5, 6, 7].map(idOf));
    const texts = readdirSync(paths().raw).map((name) => readFileSync(join(paths().raw, name), "utf8"));
    const days = texts.filter((text) => /^day \d\n$/.test(text)).sort();
    expect(days).toEqual([3, 4, 5, 6, 7, 8].map((day) => `day ${day}\n`));
    expect(historyIds()).toHaveLength(8);
    expectWhole();
  });

  test("a run that an answer stands on stays with its outputs, however many come after it", async () => {
    await land(1);
    answerOn(1);
    for (let day = 2; day <= 8; day++) await land(day);
    expect(await earlierRuns(root.path, "c00")).toEqual([1, 3, 4, 5, 6, 7].map(idOf));
    const texts = readdirSync(paths().raw).map((name) => readFileSync(join(paths().raw, name), "utf8"));
    expect(texts).toContain("day 1\n");
    expectWhole();
  });

  test.each(["PARTIAL", "COMPLETE"] as const)(
    "an attempt that an answer stands on stays when a %s run comes",
    async (status) => {
      await land(1);
      await land(2, "PARTIAL");
      answerOn(2);
      await land(3, status);
      expect((await readRunById(root.path, "c00", idOf(2)))?.status).toBe("PARTIAL");
      expect(await earlierRuns(root.path, "c00")).toContain(idOf(2));
      expectWhole();
    },
  );
});

test("a run that an answer stands on is kept, however many come after it", async () => {
  const answers = join(root.path, "answers");
  mkdirSync(join(answers, "c00"), { recursive: true });
  writeFileSync(join(answers, "c00", "1.yaml"), `run: ${idOf(1)}\n`);
  for (let day = 1; day <= 8; day++) {
    const one = withOutput(laterRun(day, undefined, 3), new TextEncoder().encode(`day ${day}\n`));
    await landRun(root.path, one.run, one.raw, { answers });
  }
  expect(await earlierRuns(root.path, "c00")).toEqual([1, 3, 4, 5, 6, 7].map(idOf));
  expectWhole();
});

describe("nothing half or false gets in", () => {
  test("an output that is not there", async () => {
    const { run, raw } = recordedRun();
    raw.delete(run.steps.find(({ stdout }) => stdout)!.stdout!.sha256);
    await expect(landRun(root.path, run, raw)).rejects.toThrow(
      /names the output [0-9a-f]{64}, which it did not keep/,
    );
    expect(existsSync(paths().run)).toBe(false);
    expect(existsSync(paths().history)).toBe(false);
  });

  test("an output with other bytes than its digest says", async () => {
    const { run, raw } = recordedRun();
    raw.set(run.steps.find(({ stdout }) => stdout)!.stdout!.sha256, new Uint8Array([1]));
    await expect(landRun(root.path, run, raw)).rejects.toThrow(
      /expected \d+ bytes with the digest [0-9a-f]{64}/,
    );
    expect(existsSync(paths().run)).toBe(false);
  });

  test("a document that is not to its schema", async () => {
    const { run, raw } = recordedRun((one) => {
      one.status = "GREEN" as never;
    });
    await expect(landRun(root.path, run, raw)).rejects.toThrow(/not to its schema: status: /);
  });

  test("a stored document of another schema version is refused, not overwritten", async () => {
    await land(1);
    const text = readFileSync(paths().run, "utf8").replace("labbook/run/v1", "labbook/run/v0");
    writeFileSync(paths().run, text);
    await expect(readRun(root.path, "c00")).rejects.toThrow(
      /expected labbook\/run\/v1, got "labbook\/run\/v0"/,
    );
    await expect(land(2)).rejects.toThrow(/expected labbook\/run\/v1/);
    expect(readFileSync(paths().run, "utf8")).toBe(text);
  });

  test("a damaged output that a new run has again is written anew", async () => {
    await land(1);
    const { run } = laterRun(1, undefined, 3);
    const file = join(paths().raw, run.steps.find(({ stdout }) => stdout?.bytes)!.stdout!.sha256);
    writeFileSync(file, "damaged");
    await land(2);
    expectWhole();
  });
});

describe("kill -9 in the middle of landing", { timeout: 180_000 }, () => {
  const points: LandingPoint[] = ["raw", "staged", "history", "placed", "pruned"];
  test.each(points)(
    "after %s: the earlier run is whole, and the next landing sees to the rest",
    async (point) => {
      await land(1);
      const died = await execa(
        "node",
        ["--import", "tsx", "test/evidence/land-and-die.ts", root.path, "2", point],
        {
          reject: false,
        },
      );
      expect(died.signal, died.stderr).toBe("SIGKILL");
      expectWhole();
      const counted = points.indexOf(point) >= points.indexOf("history");
      const placed = points.indexOf(point) >= points.indexOf("placed");
      expect((await readRun(root.path, "c00"))?.id).toBe(idOf(placed ? 2 : 1));
      expect(existsSync(paths().lock)).toBe(true);

      await land(3);
      expectWhole();
      expect(historyIds()).toEqual(counted ? [1, 2, 3].map(idOf) : [1, 3].map(idOf));
      expect(await earlierRuns(root.path, "c00")).toEqual(counted ? [1, 2].map(idOf) : [1].map(idOf));
      expect(readdirSync(paths().folder).sort()).toEqual(["history.jsonl", "raw", "run.json", "runs"]);
      const texts = readdirSync(paths().raw).map((name) => readFileSync(join(paths().raw, name), "utf8"));
      expect(texts.includes("day 2\n")).toBe(counted);
    },
  );
});

describe("two writers", () => {
  test("of one chapter land one after the other, and the chain holds", async () => {
    await Promise.all([1, 2, 3, 4].map((day) => land(day)));
    expect(historyIds().sort()).toEqual([1, 2, 3, 4].map(idOf));
    expectWhole();
  });

  test("a lock of a living process is waited for, then named", async () => {
    await land(1);
    await withLock(paths().lock, async () => {
      await expect(withLock(paths().lock, async () => {}, 200)).rejects.toThrow(
        `held by process ${process.pid}`,
      );
    });
  });

  test("a lock whose process is gone, or whose number another process has now, is taken over", async () => {
    await land(1);
    for (const holder of ["999999999 1", `${process.pid} 1`]) {
      writeFileSync(paths().lock, holder);
      expect(await withLock(paths().lock, async () => "mine", 2000)).toBe("mine");
      expect(existsSync(paths().lock)).toBe(false);
    }
  });
});
