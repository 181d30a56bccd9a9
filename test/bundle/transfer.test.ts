import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exportRun } from "../../data-loaders/commands/export.js";
import { importRuns } from "../../data-loaders/commands/import.js";
import { verify } from "../../data-loaders/commands/verify.js";
import { pathsOf } from "../../data-loaders/evidence/paths.js";
import { earlierRuns, landRun, readRun, readRunById } from "../../data-loaders/evidence/store.js";
import { inTime } from "../../data-loaders/publish/in-time.js";
import { packArchive, readArchive } from "../../src/model/bundle/archive.js";
import { packRun } from "../../src/model/bundle/bundle.js";
import { manifestOf, manifestText } from "../../src/model/bundle/manifest.js";
import { verifyBundle } from "../../src/model/bundle/verify.js";
import type { RunDocument } from "../../src/model/run.js";
import { verifyRun } from "../../src/model/verify/index.js";
import { recordedRun, temporaryFolder } from "../support/evidence.js";

let here: ReturnType<typeof temporaryFolder>;
let there: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  here = temporaryFolder();
  there = temporaryFolder();
});
afterEach(() => {
  here.remove();
  there.remove();
});

/** The recorded run with its times and ID moved to a day of December 2025. */
const dated = (day: number) =>
  recordedRun((run) => {
    run.id = `202512${String(day).padStart(2, "0")}T000000000Z-c00-${String(day).padStart(4, "0")}`;
    const move = (time: string) =>
      time.replace(/^\d{4}-\d\d-\d\d/, `2025-12-${String(day).padStart(2, "0")}`);
    run.startedAt = `2025-12-${String(day).padStart(2, "0")}T00:00:00.000Z`;
    run.endedAt = `2025-12-${String(day).padStart(2, "0")}T00:00:03.000Z`;
    run.sealedAt = move(run.sealedAt);
    for (const step of run.steps) if (step.startedAt) step.startedAt = move(step.startedAt);
  });
const rawOf = (one: { raw: Map<string, Uint8Array> }) => (sha256: string) => one.raw.get(sha256);
const bundleOf = (day: number) => packRun(dated(day).run, rawOf(dated(day)));
const write = (name: string, bytes: Uint8Array) => {
  const file = join(there.path, name);
  writeFileSync(file, bytes);
  return file;
};
const lines: string[] = [];
const session = { print: (text: string) => void lines.push(text) };
const nothingLanded = () =>
  expect(existsSync(join(here.path, "c00")) && readdirSync(join(here.path, "c00"))).toBe(false);

describe("export and import", () => {
  test("a run arrives as it was sent, and the same run gives the same bytes everywhere", async () => {
    const one = dated(3);
    await landRun(here.path, one.run, one.raw);
    const first = join(there.path, "first.labbook.tar");
    expect(await exportRun("c00", undefined, { output: first }, session, here.path)).toBe(0);
    const other = join(there.path, "evidence");
    expect(await importRuns([first], {}, session, other)).toBe(0);
    expect(readFileSync(pathsOf(other, "c00").run)).toEqual(readFileSync(pathsOf(here.path, "c00").run));
    const second = join(there.path, "second.labbook.tar");
    await exportRun("c00", one.run.id, { output: second }, session, other);
    expect(readFileSync(second)).toEqual(readFileSync(first));
    expect(lines.join("\n")).not.toContain("fault");
    expect(await verify(first, {}, session)).toBe(0);
  });

  test("a folder that is not there is wrong usage, and is not made", async () => {
    const one = dated(1);
    await landRun(here.path, one.run, one.raw);
    const output = join(there.path, "none/run.tar");
    await expect(exportRun("c00", undefined, { output }, session, here.path)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(join(there.path, "none")),
    });
    expect(readdirSync(there.path)).toEqual([]);
  });

  test("a run under another chapter's name, or with another start than its name says, is refused", async () => {
    const forged = async (change: (run: RunDocument) => void) => {
      const one = dated(3);
      change(one.run);
      const file = write("forged", packRun(one.run, rawOf(one)));
      await expect(importRuns([file], {}, session, here.path)).rejects.toMatchObject({
        exitCode: 7,
        message: expect.stringMatching(/statuses: the run is called 20251203T000000000Z-c00-0003, expected /),
      });
    };
    await forged((run) => {
      run.chapter = "k01";
    });
    await forged((run) => {
      run.startedAt = "2025-12-30T00:00:00.000Z";
    });
    nothingLanded();
    expect(existsSync(join(here.path, "k01"))).toBe(false);
  });

  test("an older run is kept beside the chapter's, an equal one changes nothing", async () => {
    const newer = dated(5);
    await landRun(here.path, newer.run, newer.raw);
    const file = write("older", bundleOf(2));
    await importRuns([file], {}, session, here.path);
    expect((await readRun(here.path, "c00"))!.id).toBe(newer.run.id);
    expect(await earlierRuns(here.path, "c00")).toEqual([dated(2).run.id]);
    const history = readFileSync(pathsOf(here.path, "c00").history, "utf8");
    await importRuns([file], {}, session, here.path);
    expect(readFileSync(pathsOf(here.path, "c00").history, "utf8")).toBe(history);
    const { raw } = pathsOf(here.path, "c00");
    const kept = (await readRunById(here.path, "c00", dated(2).run.id))!;
    const report = verifyRun({
      run: kept,
      raw: (sha256) => new Uint8Array(readFileSync(join(raw, sha256))),
      history,
      others: [newer.run],
    });
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  test("a newer run takes the place, the earlier one is kept", async () => {
    const older = dated(5);
    await landRun(here.path, older.run, older.raw);
    await importRuns([write("newer", bundleOf(7))], {}, session, here.path);
    expect((await readRun(here.path, "c00"))!.id).toBe(dated(7).run.id);
    expect(await earlierRuns(here.path, "c00")).toEqual([older.run.id]);
  });

  test("one bad file among good ones: all faults are said, nothing lands", async () => {
    const good = write("good", bundleOf(2));
    const cut = write("cut", bundleOf(3).slice(0, 5000));
    const zip = write("zip", new TextEncoder().encode("PK\x03\x04"));
    const failed = importRuns([good, cut, zip, join(there.path, "none")], {}, session, here.path);
    await expect(failed).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/cut is refused[\s\S]*zip file[\s\S]*no such file/),
    });
    nothingLanded();
  });

  test("the same ID with another content is refused", async () => {
    const one = dated(3);
    await landRun(here.path, one.run, one.raw);
    const other = dated(3);
    other.run.environment.vm.cpus! += 1;
    const file = write("other", packRun(other.run, rawOf(other)));
    await expect(importRuns([file], {}, session, here.path)).rejects.toMatchObject({
      exitCode: 7,
      message: expect.stringContaining(`another run ${one.run.id}`),
    });
  });

  test("a chapter that is none is refused", async () => {
    const one = dated(3);
    one.run.chapter = "zz";
    one.run.id = one.run.id.replace("c00", "zz");
    const file = write("zz", packRun(one.run, rawOf(one)));
    await expect(importRuns([file], {}, session, here.path)).rejects.toMatchObject({ exitCode: 2 });
    expect(readdirSync(here.path)).toEqual([]);
  });
});

describe("what does not verify does not get in", () => {
  const forged: [string, (run: RunDocument) => void, RegExp][] = [
    [
      "an invented value",
      (run) => Object.assign(Object.values(run.observations)[0]!, { value: "invented" }),
      /extraction/,
    ],
    ["a changed verdict", (run) => Object.assign(run.verdicts[0]!, { verdict: "INCONCLUSIVE" }), /verdicts/],
    [
      "an amended prediction",
      (run) => Object.assign(run.predictions[0]!, { because: { en: "x", zh: "x" } }),
      /seal/,
    ],
    ["a field of its own", (run) => Object.assign(run, { note: "x" }), /schema/],
  ];
  test.each(forged)("%s, with a manifest that fits", async (_, change, message) => {
    const one = dated(4);
    change(one.run);
    const file = write("forged", packRun(one.run, rawOf(one)));
    await expect(importRuns([file], {}, session, here.path)).rejects.toMatchObject({
      exitCode: 7,
      message: expect.stringMatching(message),
    });
    nothingLanded();
  });

  test("a manifest that says other things, an output too many, one too few: each is named", () => {
    const files = readArchive(bundleOf(4), () => undefined).files!;
    const [name] = [...files.keys()].filter((one) => one.startsWith("raw/"));
    const stray = `raw/${"0".repeat(64)}`;
    const again = (change: (files: Map<string, Uint8Array>) => void) => {
      const changed = new Map(files);
      change(changed);
      return changed;
    };
    const sealed = (changed: Map<string, Uint8Array>) =>
      changed.set("manifest.json", new TextEncoder().encode(manifestText(manifestOf(changed))));
    const faultsOf = (changed: Map<string, Uint8Array>) =>
      verifyBundle(packArchive(changed))
        .checks.filter(({ ok }) => !ok)
        .map(({ id, detail }) => `${id}: ${detail}`)
        .join("\n");
    expect(faultsOf(again((one) => one.delete(name!)))).toContain(`${name} is in manifest.json and missing`);
    expect(faultsOf(again((one) => one.set(stray, Uint8Array.of(1))))).toContain(
      `${stray} is not in manifest.json`,
    );
    expect(faultsOf(sealed(again((one) => one.set(stray, Uint8Array.of(1)))))).toContain(
      `${stray} is named by no step of the run`,
    );
    expect(faultsOf(sealed(again((one) => one.delete(name!))))).toMatch(/digests: .*is missing/);
    expect(faultsOf(again((one) => one.set(name!, Uint8Array.of(1, 2))))).toContain(`${name}: expected`);
    expect(faultsOf(again((one) => one.delete("run.json")))).toContain(
      "run.json is in manifest.json and missing",
    );
  });

  test("verify names what is wrong and ends with 7", async () => {
    const bytes = bundleOf(4);
    bytes[bytes.length - 5000]! ^= 1;
    lines.length = 0;
    expect(await verify(write("changed.tar", bytes), {}, session)).toBe(7);
    expect(lines.join("\n")).toMatch(/FAILED {2}bundle .*run\.json: bytes 0–\d+ have the digest/);
  });

  test("an unpacked bundle verifies, one with a file too many or with a link does not", async () => {
    const folder = join(there.path, "unpacked");
    mkdirSync(join(folder, "raw"), { recursive: true });
    for (const [name, bytes] of readArchive(bundleOf(4), () => undefined).files!)
      writeFileSync(join(folder, name), bytes);
    expect(await verify(folder, {}, session)).toBe(0);
    expect(await verify(join(folder, "run.json"), {}, session)).toBe(0);
    writeFileSync(join(folder, "extra.txt"), "x");
    expect(await verify(folder, {}, session)).toBe(7);
    rmSync(join(folder, "extra.txt"));
    symlinkSync("/etc/hostname", join(folder, "raw", "a".repeat(64)));
    await expect(verify(folder, {}, session)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/raw\/a+ .*plain files only/),
    });
  });
});

/** The run with a reading that never comes to an end on its output, and what a check would make of everything else. */
const endless = () => {
  const one = recordedRun((run) => {
    const [name, recipe] = Object.entries(run.recipes).find(
      ([, recipe]) => recipe.from === "step" && recipe.extract.kind === "match",
    )!;
    Object.assign(recipe, { extract: { kind: "match", pattern: "^([\\s\\S]+)+\\0$" } });
    slow = name;
  });
  return packRun(one.run, rawOf(one));
};
let slow = "";

describe("a run whose reading never ends", () => {
  test("is given up by verify and import, which name the reading", async () => {
    const file = write("endless.labbook.tar", endless());
    lines.length = 0;
    expect(await verify(file, {}, session, 1000)).toBe(7);
    expect(lines.join("\n")).toMatch(
      new RegExp(`NOT VERIFIED[\\s\\S]*extraction +was given up after 1 s: recipes\\.${slow} does not`),
    );
    await expect(importRuns([file], {}, session, here.path, { limitMs: 1000 })).rejects.toMatchObject({
      exitCode: 7,
      message: expect.stringMatching(/is refused:\n {2}extraction: was given up after 1 s: recipes\./),
    });
    nothingLanded();
  });

  test("what fails within its time keeps its own error", () => {
    const own = new TypeError("own");
    expect(() =>
      inTime(() => {
        throw own;
      }, 1000),
    ).toThrow(own);
    expect(inTime(() => 3, 1000)).toBe(3);
  });
});

describe("a run of the future", () => {
  const clock = (time: string) => ({ now: () => Date.parse(time) });

  test("is refused with both clocks and what to do; a clock some minutes ahead is borne", async () => {
    const file = write("tomorrow", bundleOf(7));
    const at = "2025-12-06T23:50:00.000Z";
    await expect(importRuns([file], {}, session, here.path, clock(at))).rejects.toMatchObject({
      exitCode: 7,
      message: expect.stringMatching(
        /tomorrow is refused:\n {2}run\.json startedAt: 2025-12-07T00:00:00\.000Z lies in the future: .*at most 5 minutes.*2025-12-06T23:50:00\.000Z\n {2}set the clock/,
      ),
    });
    nothingLanded();
    expect(await importRuns([file], {}, session, here.path, clock("2025-12-06T23:56:00.000Z"))).toBe(0);
  });
});
