import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunDocument } from "../../src/model/run.js";
import { copyProject } from "../support/project.js";

/** c00 really runs here: real namespaces, real PIDs, the whole way from the lab sheet to verified evidence. */
describe("lab run c00, really", () => {
  const project = copyProject();
  let run: RunDocument;
  let ended: Awaited<ReturnType<typeof project.lab>>;
  const file = (name: string) => join(project.root, "src/evidence/c00", name);

  beforeAll(async () => {
    ended = await project.lab(["run", "c00"]);
    run = JSON.parse(readFileSync(file("run.json"), "utf8"));
  });
  afterAll(() => project.remove());

  test("is COMPLETE, leaves nothing, ends with 0", () => {
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(run).toMatchObject({ status: "COMPLETE", chapter: "c00", cleanup: { leftovers: [] } });
    expect(readdirSync(join(project.root, ".labbook/journal"))).toEqual([]);
    expect(readdirSync(join(project.root, ".labbook/scratch"))).toEqual([]);
  });

  test("observes what the kernel says here and now", () => {
    const value = (name: string) => run.observations[name]?.value;
    expect(value("parent.ns.net")).not.toBe(value("child.ns.net"));
    expect(value("child.pid.inside")).toBe("1");
    expect(Number(value("child.pid.outside"))).toBeGreaterThan(1);
    expect(value("hostname.inside.after")).toBe("labbook-inside");
    expect(value("hostname.outside.after")).not.toBe("labbook-inside");
    expect(run.verdicts.filter((v) => v.verdict === "REFUTED")).toEqual([]);
    expect(run.environment.vm.bootId).toBe(readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  });

  test("sealed its predictions before the first step", () => {
    const first = run.steps.map((step) => step.startedAt ?? "9").sort()[0]!;
    expect(run.sealedAt < first).toBe(true);
  });

  test("every observed value is in the bytes that it points to", () => {
    for (const [name, observation] of Object.entries(run.observations)) {
      if (observation.missing !== undefined || !observation.source.span) continue;
      const step = run.steps.find((candidate) => candidate.id === observation.source.step)!;
      const bytes = readFileSync(file(`raw/${step.stdout!.sha256}`));
      expect(bytes.subarray(...observation.source.span).toString(), name).toBe(observation.value);
    }
  });

  test("verifies from raw bytes up", async () => {
    const verified = await project.lab(["verify", "c00"]);
    expect(verified.exitCode, verified.stdout).toBe(0);
  });

  test("one flipped byte of raw output is found, and the step that it belongs to is named", async () => {
    const step = run.steps.find((candidate) => candidate.id === "inside-says")!;
    const raw = file(`raw/${step.stdout!.sha256}`);
    const bytes = readFileSync(raw);
    const flipped = Buffer.from(bytes);
    flipped[3]! ^= 1;
    writeFileSync(raw, flipped);
    const verified = await project.lab(["verify", "c00"]);
    writeFileSync(raw, bytes);
    expect(verified.exitCode).toBe(7);
    expect(verified.stdout).toMatch(/FAILED\s+digests .*inside-says\.stdout/);
  });

  test("an invented value is found", async () => {
    const forged = structuredClone(run);
    const pid = forged.observations["child.pid.outside"];
    if (pid?.missing === undefined) pid!.value = "4242";
    writeFileSync(file("run.json"), JSON.stringify(forged));
    const verified = await project.lab(["verify", "c00"]);
    writeFileSync(file("run.json"), `${JSON.stringify(run, null, 1)}\n`);
    expect(verified.exitCode).toBe(7);
    expect(verified.stdout).toMatch(/FAILED\s+extraction .*child\.pid\.outside/);
  });

  test("a second run keeps the first one for comparison and chains the history", async () => {
    const again = await project.lab(["run", "c00"]);
    expect(again.exitCode).toBe(0);
    expect(existsSync(file(`runs/${run.id}.json`))).toBe(true);
    expect(readFileSync(file("history.jsonl"), "utf8").trim().split("\n")).toHaveLength(2);
    expect((await project.lab(["verify", "c00"])).exitCode).toBe(0);
  });
});

describe("where something is missing", () => {
  const project = copyProject();
  afterAll(() => project.remove());

  test("without docker and kind, c26 is NOT_RUN, says what is missing and how to get it, and observes nothing", async () => {
    const path = "/usr/bin:/bin";
    const ended = await project.lab(["run", "c26"], {
      PATH: path,
      DOCKER_HOST: "unix:///nonexistent.sock",
      LABBOOK_CLUSTER: "absent",
    });
    const run: RunDocument = JSON.parse(
      readFileSync(join(project.root, "src/evidence/c26/run.json"), "utf8"),
    );
    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toMatch(/c26 {2}NOT_RUN: docker is missing: .*remedy/);
    expect(run.steps.every((step) => step.status === "NOT_RUN" && step.reason && !step.stdout)).toBe(true);
    expect(Object.values(run.observations).filter((o) => o.missing === undefined)).toEqual([]);
    expect(new Set(run.verdicts.map((v) => v.verdict))).toEqual(new Set(["NOT_RUN"]));
    expect((await project.lab(["verify", "c26"])).exitCode).toBe(0);
  });

  test("a wrong chapter and a wrong option are wrong usage", async () => {
    expect((await project.lab(["run", "c98"])).exitCode).toBe(2);
    expect((await project.lab(["run", "--frobnicate"])).exitCode).toBe(2);
    expect((await project.lab(["run"])).exitCode).toBe(2);
  });
});
