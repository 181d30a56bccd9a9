import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathsOf } from "../../data-loaders/evidence/paths.js";
import { landRun } from "../../data-loaders/evidence/store.js";
import type { RunDocument } from "../../src/model/run.js";
import { verifyRun } from "../../src/model/verify/index.js";
import { laterRun, recordedRun, temporaryFolder } from "../support/evidence.js";

const root = temporaryFolder();
const paths = pathsOf(root.path, "c00");
const files = new Map<string, Uint8Array>();
let others: RunDocument[];

beforeAll(async () => {
  const [first, second, attempt] = [
    recordedRun(),
    laterRun(1),
    laterRun(2, (run) => {
      run.status = "ABORTED";
    }),
  ];
  for (const { run, raw } of [first, second, attempt]) await landRun(root.path, run, raw);
  others = [first.run, second.run, attempt.run];
  for (const name of readdirSync(paths.raw))
    files.set(name, new Uint8Array(readFileSync(join(paths.raw, name))));
  for (const file of [paths.run, paths.history]) files.set(file, new Uint8Array(readFileSync(file)));
});
afterAll(() => root.remove());

/** Verifies the chapter's run with one file's bytes replaced. */
function verifyWith(changed?: string, bytes?: Uint8Array) {
  const get = (name: string) => (name === changed ? bytes! : files.get(name));
  return verifyRun({
    run: get(paths.run)!,
    raw: get,
    history: Buffer.from(get(paths.history)!).toString("latin1"),
    others: others.filter(({ id }) => id !== others[1]!.id),
  });
}

describe("a single changed byte anywhere in stored evidence", () => {
  test("nothing changed: verified", () => {
    expect(verifyWith().checks.filter((check) => !check.ok)).toEqual([]);
  });

  test("a thousand random ones, each with another value, are all found", { timeout: 120_000 }, () => {
    let state = 20261130;
    const random = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    const names = [...files.keys()].filter((name) => files.get(name)!.length > 0);
    for (let round = 0; round < 1000; round++) {
      // a third each: outputs, document, history
      const name = [names[random(names.length)]!, paths.run, paths.history][round % 3]!;
      const bytes = Uint8Array.from(files.get(name)!);
      const at = random(bytes.length);
      bytes[at] = (bytes[at]! + 1 + random(255)) & 255;
      const report = verifyWith(name, bytes);
      expect(report.ok, `${name} at ${at}`).toBe(false);
    }
  });

  test("of a raw output: the file and the steps that cite it are named", () => {
    const step = others[1]!.steps.find(({ stdout }) => (stdout?.bytes ?? 0) > 10)!;
    const bytes = Uint8Array.from(files.get(step.stdout!.sha256)!);
    bytes[3]! ^= 1;
    const digests = verifyWith(step.stdout!.sha256, bytes).checks.find(({ id }) => id === "digests")!;
    expect(digests.ok).toBe(false);
    expect(digests.detail).toContain(`raw/${step.stdout!.sha256.slice(0, 12)}`);
    expect(digests.detail).toContain(`${step.id}.stdout`);
  });
});

describe("changes that are more than a byte", () => {
  const forged = (change: (run: RunDocument) => void) => {
    const run = structuredClone(others[1]!);
    change(run);
    return verifyRun({ run, raw: (sha256) => files.get(sha256) }).checks.filter((check) => !check.ok);
  };

  test("an invented value: the bytes hold, so it is the record or the code that changed", () => {
    const name = Object.keys(others[1]!.observations).find(
      (n) => others[1]!.observations[n]!.missing === undefined,
    )!;
    const faults = forged((run) => Object.assign(run.observations[name]!, { value: "invented" }));
    expect(faults[0]).toMatchObject({ id: "extraction", where: [`observations.${name}.value`] });
    expect(faults[0]!.detail).toMatch(
      /recorded "invented", now .*the recorded values were changed, or the code/,
    );
  });

  test("when the code that reads the bytes changed, it says so", () => {
    const name = Object.keys(others[1]!.observations)[0]!;
    const run = structuredClone(others[1]!);
    (run.observations[name] as { value: unknown }).value = "what older code read";
    const currentParts = { ...run.labParts, "model/extract": "0".repeat(64) };
    const report = verifyRun({ run, raw: (sha256) => files.get(sha256), currentParts });
    expect(report.checks.find(({ id }) => id === "extraction")!.detail).toMatch(
      /code that reads them changed \(model\/extract\)/,
    );
  });

  test("when all of that code is known to be the same, it is the record that changed", () => {
    const name = Object.keys(others[1]!.observations)[0]!;
    const run = structuredClone(others[1]!);
    (run.observations[name] as { value: unknown }).value = "invented";
    const cause = (currentParts: Record<string, string>) =>
      verifyRun({ run, raw: (sha256) => files.get(sha256), currentParts }).checks.find(
        ({ id }) => id === "extraction",
      )!.detail;
    expect(cause(run.labParts)).toMatch(
      /the recorded values were changed: the code that reads them is the same/,
    );
    // a part that reads today and was not recorded then may have changed
    expect(cause({ ...run.labParts, "model/later": "0".repeat(64) })).toMatch(
      /or the code that reads them was/,
    );
  });

  test("a changed verdict", () => {
    expect(
      forged((run) => Object.assign(run.verdicts[0]!, { verdict: "REFUTED" })).map(({ id }) => id),
    ).toEqual(["verdicts"]);
  });

  test("a NOT_RUN turned into a value", () => {
    const { run, raw } = recordedRun((one) => {
      one.recipes["not.there"] = { from: "step", step: "never", extract: { kind: "text" } };
      one.observations["not.there"] = {
        value: "42",
        source: { step: "never", stream: "stdout", span: [0, 2] },
      };
    });
    const faults = verifyRun({ run, raw: (sha256) => raw.get(sha256) }).checks.filter((check) => !check.ok);
    expect(faults).toMatchObject([
      { id: "extraction", where: [expect.stringContaining("observations.not.there")] },
    ]);
  });

  test("a dropped raw output", () => {
    const sha256 = others[1]!.steps.find(({ stdout }) => stdout)!.stdout!.sha256;
    const report = verifyRun({
      run: others[1]!,
      raw: (name) => (name === sha256 ? undefined : files.get(name)),
    });
    expect(report.checks.find(({ id }) => id === "digests")).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/is missing/),
    });
  });

  test("a prediction amended after the results", () => {
    const faults = forged((run) => Object.assign(run.predictions[0]!.claim, { op: "count" }));
    expect(faults.map(({ id }) => id)).toContain("seal");
  });

  test("a line taken out of the history", () => {
    const lines = Buffer.from(files.get(paths.history)!).toString().split("\n");
    const without = new TextEncoder().encode([lines[0], ...lines.slice(2)].join("\n"));
    expect(verifyWith(paths.history, without).checks.find(({ id }) => id === "history")).toMatchObject({
      ok: false,
    });
  });

  test("a last line cut in its middle", () => {
    const cut = files.get(paths.history)!.slice(0, -20);
    expect(verifyWith(paths.history, cut).checks.find(({ id }) => id === "history")!.detail).toMatch(
      /ends in the middle/,
    );
  });
});
