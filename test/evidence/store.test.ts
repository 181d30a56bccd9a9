import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withLock } from "../../data-loaders/evidence/lock.js";
import { pathsOf } from "../../data-loaders/evidence/paths.js";
import { oldRuns, removeRuns } from "../../data-loaders/evidence/remove-runs.js";
import {
  earlierRuns,
  type LandingPoint,
  landRun,
  readAttempt,
  readRun,
  readRunById,
} from "../../data-loaders/evidence/store.js";
import { digestOf } from "../../src/model/hash.js";
import type { AddressFamily, NodeVersions, RunDocument, RunStatus } from "../../src/model/run.js";
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
  return landRun(root.path, one.run, one.raw);
};
/** An answer that stands on the run of that day; nothing else of it matters here. */
const answerOn = (day: number) => {
  mkdirSync(join(answers(), "c00"), { recursive: true });
  writeFileSync(join(answers(), "c00", "1.yaml"), `run: ${idOf(day)}\n`);
};
const days = () =>
  readdirSync(paths().raw)
    .flatMap((name) => /^day (\d)\n$/.exec(readFileSync(join(paths().raw, name), "utf8"))?.[1] ?? [])
    .map(Number)
    .sort();
const NODE: NodeVersions = {
  ...{ name: "n", role: "worker", containerId: "", imageDigest: "", containerd: "2.1", runc: "1.3" },
  ...{ kubelet: "", crictl: "v1", cni: {}, osImage: "Debian", addresses: [] },
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
      expect(await land(2, status)).toMatchObject({ file: paths().attempt, beside: true });
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

  test("every earlier run is kept with its outputs: nothing goes unless it is asked to", async () => {
    for (let day = 1; day <= 8; day++) await land(day);
    expect(await earlierRuns(root.path, "c00")).toEqual([1, 2, 3, 4, 5, 6, 7].map(idOf));
    expect(days()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(historyIds()).toHaveLength(8);
    expectWhole();
  });

  test("when it is asked to, five earlier runs stay with their outputs, and what an answer stands on", async () => {
    for (let day = 1; day <= 8; day++) await land(day);
    answerOn(1);
    const old = await oldRuns(root.path, "c00", [answers()]);
    expect(old.map(({ id }) => id)).toEqual([idOf(2)]);
    await removeRuns(
      root.path,
      "c00",
      old.map(({ id }) => id),
    );
    expect(await earlierRuns(root.path, "c00")).toEqual([1, 3, 4, 5, 6, 7].map(idOf));
    expect(days()).toEqual([1, 3, 4, 5, 6, 7, 8]);
    expect(historyIds()).toHaveLength(8);
    expectWhole();
  });

  test("an attempt that observed something stays, one that observed nothing leaves its line", async () => {
    await land(1);
    await land(2, "PARTIAL");
    await land(3, "NOT_RUN");
    await land(4);
    expect(await earlierRuns(root.path, "c00")).toEqual([1, 2].map(idOf));
    expect(historyIds()).toEqual([1, 2, 3, 4].map(idOf));
    expectWhole();
  });
});

describe("runs on other systems", () => {
  const on = (
    day: number,
    kubelet: string,
    families: AddressFamily[] = ["IPv4"],
    change = (_: RunDocument) => {},
  ) => {
    const one = laterRun(
      day,
      (run) => {
        run.environment.nodes = [{ ...NODE, kubelet }];
        run.environment.families = families;
        change(run);
      },
      3,
    );
    return landRun(root.path, one.run, one.raw, { book: { kubernetes: "1.36", families: ["IPv4"] } });
  };
  const evidence = async () => (await readRun(root.path, "c00"))?.id;
  /** So many of its predictions are decided. */
  const deciding = (count: number) => (run: RunDocument) => {
    run.verdicts.forEach((one, index) => {
      one.verdict = index < count ? "CONFIRMED" : "INCONCLUSIVE";
    });
  };

  test("stay beside the book's version, each of them, however many come", async () => {
    await on(1, "v1.36.2");
    expect(await on(2, "v1.34.9")).toEqual({
      file: join(paths().earlier, `${idOf(2)}.json`),
      beside: true,
      because: "it ran on Kubernetes 1.34, and the chapter's evidence is of Kubernetes 1.36",
    });
    expect((await on(3, "v1.36.2", ["IPv4", "IPv6"])).because).toBe(
      "it ran on Kubernetes 1.36 with IPv4 and IPv6, and the chapter's evidence is of Kubernetes 1.36",
    );
    expect((await on(4, "v1.37.0")).beside).toBe(true);
    expect(await evidence()).toBe(idOf(1));
    expect((await on(5, "v1.36.3")).beside).toBe(false);
    expect(await earlierRuns(root.path, "c00")).toEqual([1, 2, 3, 4].map(idOf));
    expect(await readAttempt(root.path, "c00")).toBeUndefined();
    expectWhole();
    expect(await oldRuns(root.path, "c00", [answers()])).toEqual([]);
  });

  test("give way to the first run on the book's version, and to a newer minor before it", async () => {
    await on(1, "v1.34.9");
    expect((await on(2, "v1.33.1")).beside).toBe(true);
    expect((await on(3, "v1.35.0")).beside).toBe(false);
    expect((await on(4, "v1.36.2")).beside).toBe(false);
    expect((await on(5, "v1.37.0")).beside).toBe(true);
    expect(await evidence()).toBe(idOf(4));
    expect(await earlierRuns(root.path, "c00")).toEqual([1, 2, 3, 5].map(idOf));
    expectWhole();
  });

  test("a run that decided fewer predictions replaces none of its kind, and says why", async () => {
    const all = recordedRun().run.verdicts.length;
    await on(1, "v1.36.2", ["IPv4"], deciding(all));
    await on(2, "v1.34.9", ["IPv4"], deciding(5));
    for (const [day, kubelet, better, had] of [
      [3, "v1.36.2", 1, all],
      [4, "v1.34.9", 2, 5],
    ] as const)
      expect(await on(day, kubelet, ["IPv4"], deciding(4))).toEqual({
        file: paths().attempt,
        beside: true,
        because: `it decided 4 of ${all} predictions, run ${idOf(better)} decided ${had}`,
      });
    expect(await evidence()).toBe(idOf(1));
    expect((await on(5, "v1.34.9", ["IPv4"], deciding(6))).file).toBe(
      join(paths().earlier, `${idOf(5)}.json`),
    );
  });
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
