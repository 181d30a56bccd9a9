import { readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { CommandRequest, CommandResult, Transport } from "../../data-loaders/effects.js";
import { systemClock } from "../../data-loaders/environment/transport/clock.js";
import { localTransport } from "../../data-loaders/environment/transport/local.js";
import { journalFiles } from "../../data-loaders/run/journal.js";
import { runLab } from "../../data-loaders/run/run-lab.js";
import { TimeLimit } from "../../data-loaders/run/stopped.js";
import { defineLab, equals, predict, read, t, vm } from "../../labs/vocabulary/index.js";
import type { Case, Step } from "../../labs/vocabulary/lab.js";
import type { Environment } from "../../src/model/run.js";
import { parseRun } from "../../src/model/schema.js";
import { verifyRun } from "../../src/model/verify/index.js";

const x = t("x", "x");
const environment: Environment = {
  kind: "linux",
  transport: "local",
  vm: { kernel: "6", bootId: "b", os: "o", cpus: 2, cgroup: "v2", arch: "x86_64" },
  capabilities: [
    {
      name: "crictl",
      present: false,
      probe: "command -v crictl",
      found: "no such program",
      remedy: "get it",
    },
  ],
};

function lab(cases: Case[], extra: Partial<Parameters<typeof defineLab>[0]> = {}) {
  return defineLab({
    id: "c97",
    title: x,
    question: x,
    environment: "linux",
    needs: [],
    predictions: [],
    cases,
    ...extra,
  });
}
const normal = (id: string, steps: Step[], more: Partial<Case> = {}): Case => ({
  id,
  kind: "normal",
  title: x,
  steps,
  ...more,
});

async function run(
  sheet: ReturnType<typeof lab>,
  transport: Transport = localTransport(),
  signal = new AbortController().signal,
  beside?: () => string[],
) {
  const said: string[] = [];
  const log = { info: (m: string) => said.push(m), warn: (m: string) => said.push(m) };
  const request = {
    lab: sheet,
    folder: "c00-process-isolation",
    environment,
    transport,
    clock: systemClock,
    log,
    signal,
    ...(beside && { beside }),
  };
  const result = await runLab(request);
  return { ...result, said, step: (id: string) => result.run.steps.find((s) => s.id === id)! };
}

test("a run says which others it met, those of its last step too; one that met none had the place to itself", async () => {
  const ok = lab([normal("a", [vm("ok", x, ["echo", "1"])])]);
  const { run: alone } = await run(ok);
  expect(alone).toMatchObject({ exclusive: true });
  expect(alone).not.toHaveProperty("beside");
  const met: string[] = [];
  const watching = { ...localTransport(), run: late };
  const { run: among } = await run(ok, watching, undefined, () => met);
  expect(among).toMatchObject({ exclusive: false, beside: ["c98"] });
  expect(parseRun(among).faults).toBeUndefined();

  function late(request: CommandRequest): Promise<CommandResult> {
    if (request.argv[0] === "echo") met.push("c98");
    return localTransport().run(request);
  }
});

describe("statuses", () => {
  test("after a step that did not succeed the case is BLOCKED and says by what; other cases go on", async () => {
    const { run: document, step } = await run(
      lab([
        normal("a", [
          vm("ok", x, ["echo", "1"]),
          vm("bad", x, ["sh", "-c", "echo why >&2; exit 3"]),
          vm("after", x, ["echo", "2"]),
        ]),
        normal("b", [vm("other", x, ["echo", "3"])]),
        normal("c", [vm("depends", x, ["echo", "4"])], { after: "a" }),
      ]),
    );
    expect(step("bad")).toMatchObject({ status: "FAILED", exitCode: 3 });
    expect(step("bad").reason).toMatch(/expected exit 0, got 3\. why/);
    expect(step("after")).toMatchObject({ status: "BLOCKED", reason: "step bad is FAILED" });
    expect(step("after").stdout).toBeUndefined();
    expect(step("other").status).toBe("OK");
    expect(step("depends").status).toBe("BLOCKED");
    expect(document.status).toBe("PARTIAL");
  });

  test("an expected non-zero exit is evidence", async () => {
    const { run: document } = await run(lab([normal("a", [vm("no", x, ["false"], { expectExit: [1] })])]));
    expect(document.status).toBe("COMPLETE");
  });

  test("a step that does not end is killed with its group, TIMED_OUT, and the culprit named", async () => {
    const { step } = await run(
      lab([normal("a", [vm("slow", x, ["sh", "-c", "echo start; sleep 60"], { timeoutSeconds: 1 })])]),
    );
    expect(step("slow")).toMatchObject({ status: "TIMED_OUT", timedOut: true });
    expect(step("slow").reason).toMatch(/^sh did not end within 1 s/);
    expect(step("slow").stdout!.bytes).toBe(6);
  });

  test("output that is not whole is FAILED although the exit code is 0 (G11)", async () => {
    const { step } = await run(
      lab([normal("a", [vm("cut", x, ["echo", "start"], { complete: { endsWith: "end" } })])]),
    );
    expect(step("cut")).toMatchObject({ status: "FAILED", exitCode: 0 });
    expect(step("cut").reason).toMatch(/^transport ended early: .*6 bytes are kept/);
  });

  test("output that a step waits for and does not get is no cut connection", async () => {
    const { step } = await run(
      lab([normal("a", [vm("other", x, ["echo", "start"], { complete: { matches: "^end" } })])]),
    );
    expect(step("other")).toMatchObject({
      status: "FAILED",
      reason: "the output is not what the step waits for: it does not match /^end/ (6 bytes are kept)",
    });
  });

  test("a run's own time limit is told as that, and what came after it is NOT_RUN for that reason", async () => {
    const limit = new AbortController();
    const sheet = lab([
      normal("a", [
        vm("slow", x, ["sh", "-c", "echo start; sleep 60"], { timeoutSeconds: 60 }),
        vm("later", x, ["echo", "2"]),
      ]),
      normal("b", [vm("other", x, ["echo", "3"])]),
    ]);
    const limiting: Transport = {
      ...localTransport(),
      run: (request) => {
        // long enough for what it prints at first
        if (request.argv[0] === "sh") setTimeout(() => limit.abort(new TimeLimit(1)), 2000);
        return localTransport().run(request);
      },
    };
    const { run: document, step } = await run(sheet, limiting, limit.signal);
    const reason = "the time limit of the whole run, 1 s, was reached";
    expect(document).toMatchObject({ status: "ABORTED", statusReason: `${reason}; cleaned up` });
    expect(step("slow")).toMatchObject({ status: "TIMED_OUT", timedOut: true, reason });
    expect(step("slow").stdout!.bytes).toBe(6);
    for (const id of ["later", "other"]) expect(step(id)).toMatchObject({ status: "NOT_RUN", reason });
    expect(parseRun(document).faults).toBeUndefined();
  });

  test("what was seen before an internal error is kept, and the error is told", async () => {
    const steps = [vm("ok", x, ["echo", "1"]), vm("breaks", x, ["echo", "2"])];
    const breaking: Transport = {
      ...localTransport(),
      run: async (request) => {
        if (request.argv[1] === "2") throw new TypeError("cannot read x of undefined");
        return localTransport().run(request);
      },
    };
    const { run: document, step, fault } = await run(lab([normal("a", steps)]), breaking);
    expect(fault).toBeInstanceOf(TypeError);
    expect(document).toMatchObject({
      status: "ABORTED",
      statusReason: "internal error: cannot read x of undefined",
    });
    expect(step("ok")).toMatchObject({ status: "OK", stdout: { bytes: 2 } });
    expect(parseRun(document).faults).toBeUndefined();
  });

  test("an interrupted run keeps its later steps, as NOT_RUN", async () => {
    const control = new AbortController();
    const steps = [vm("slow", x, ["sleep", "60"], { timeoutSeconds: 60 }), vm("later", x, ["echo", "2"])];
    const interrupting: Transport = {
      ...localTransport(),
      run: (request) => {
        // while the command runs
        if (request.argv[0] === "sleep")
          setTimeout(() => control.abort(new Error("interrupted by SIGINT")), 200);
        return localTransport().run(request);
      },
    };
    const { run: document, step } = await run(lab([normal("a", steps)]), interrupting, control.signal);
    expect(document.statusReason).toBe("interrupted by SIGINT; cleaned up");
    expect(step("slow")).toMatchObject({ status: "FAILED", reason: "interrupted by SIGINT" });
    expect(step("later")).toMatchObject({ status: "NOT_RUN", reason: "interrupted by SIGINT" });
  });

  test("a missing program or capability is NOT_RUN; a run in which nothing ran is NOT_RUN, never green", async () => {
    const { run: document, step } = await run(
      lab([
        normal("a", [
          vm("gone", x, ["no-such-program-here"]),
          vm("needs", x, ["true"], { needs: ["crictl"] }),
        ]),
      ]),
    );
    expect(step("gone")).toMatchObject({ status: "NOT_RUN" });
    expect(document.status).toBe("NOT_RUN");
    expect(document.statusReason).toMatch(/no-such-program-here is not installed/);
  });

  test("a value that was not observed blocks the step that needs it: nothing else is put in its place", async () => {
    const sheet = lab([normal("a", [vm("say", x, ["echo", "nothing"]), vm("use", x, ["echo", "{{v}}"])])], {
      observations: { v: read.match("say", "value (\\d+)") },
    });
    const { step } = await run(sheet);
    expect(step("use")).toMatchObject({ status: "BLOCKED" });
    expect(step("use").reason).toMatch(/\{\{v\}\} has no value: say: no match/);
  });

  test("interrupted is ABORTED, and cleanup still runs", async () => {
    const controller = new AbortController();
    const real = localTransport();
    const interrupting: Transport = {
      ...real,
      run: (request) => {
        if (request.argv[0] === "sleep") setTimeout(() => controller.abort(), 200);
        return real.run(request);
      },
    };
    const undo = { title: x, steps: [vm("back", x, ["true"])], proof: [vm("proof", x, ["true"])] };
    const sheet = lab([
      normal("a", [
        vm("touch", x, ["true"], { undo }),
        vm("slow", x, ["sleep", "30"]),
        vm("never", x, ["true"]),
      ]),
    ]);
    const { run: document } = await run(sheet, interrupting, controller.signal);
    expect(document.status).toBe("ABORTED");
    expect(document.steps.find((s) => s.id === "never")).toMatchObject({ status: "NOT_RUN" });
    expect(document.cleanup.steps.map((s) => s.id)).toEqual(["back", "proof"]);
  });
});

describe("undo", () => {
  /** Records what the journal on disk says at the moment each command is run. */
  function watching(): { transport: Transport; seen: { argv: string[]; journal: string }[] } {
    const real = localTransport();
    const seen: { argv: string[]; journal: string }[] = [];
    const record = (request: CommandRequest): Promise<CommandResult> => {
      const mine = journalFiles().filter((file) => file.includes("-c97-"));
      seen.push({ argv: request.argv, journal: mine.map((file) => readFileSync(file, "utf8")).join("") });
      return real.run(request);
    };
    return { transport: { ...real, run: record }, seen };
  }
  const step = (id: string) =>
    vm(id, x, ["echo", id], {
      undo: {
        title: x,
        steps: [vm(`${id}-back`, x, ["echo", `${id}-back`])],
        proof: [vm(`${id}-proof`, x, ["true"])],
      },
    });

  test("is on disk before the step acts, and is taken in reverse order", async () => {
    const { transport, seen } = watching();
    const { run: document } = await run(lab([normal("a", [step("first"), step("second")])]), transport);
    const at = (id: string) => seen.find((entry) => entry.argv[1] === id)!;
    expect(at("first").journal).toContain('"first-back"');
    expect(at("second").journal).toContain('"second-back"');
    expect(at("first").journal).not.toContain('"second-back"');
    expect(document.cleanup.steps.map((s) => s.id)).toEqual([
      "second-back",
      "second-proof",
      "first-back",
      "first-proof",
    ]);
    expect(journalFiles().filter((file) => file.includes("-c97-"))).toEqual([]);
  });

  test("what a run leaves behind is a leftover, by looking again", async () => {
    const file = `.labbook/scratch/left-by-test-${process.pid}`;
    const sheet = lab([normal("a", [vm("leave", x, ["mkdir", "-p", file])])], { exclusive: true });
    const { run: document } = await run(sheet);
    await localTransport().run({ argv: ["rm", "-rf", file], timeoutMs: 5000 });
    expect(document.cleanup.leftovers).toContainEqual({
      kind: "scratch",
      name: `left-by-test-${process.pid}`,
    });
  }, 90_000);
});

test("the scratch folder of another run that ends meanwhile is nothing that this one lost or left", async () => {
  const folder = ".labbook/scratch";
  const [ends, begins] = ["20260102T030405678Z-k98-0a1b", "20260102T030405999Z-k98-0a1c"];
  await mkdir(`${folder}/${ends}`, { recursive: true });
  try {
    const meanwhile = ["sh", "-c", `rmdir ${folder}/${ends} && mkdir ${folder}/${begins}`];
    const { run: document } = await run(lab([normal("a", [vm("other", x, meanwhile)])], { exclusive: true }));
    expect(document.status).toBe("COMPLETE");
    expect(document.cleanup.leftovers).toEqual([]);
  } finally {
    for (const name of [ends, begins]) await rm(`${folder}/${name}`, { recursive: true, force: true });
  }
});

describe("what is recorded", () => {
  test("a secret is in no stored byte, although it was printed before it was known (G12)", async () => {
    const secret = "s3cr3t-7Qx";
    const manifest = JSON.stringify({
      kind: "Secret",
      apiVersion: "v1",
      metadata: { name: "db" },
      data: { password: Buffer.from(secret).toString("base64") },
    });
    const sheet = lab([
      normal("a", [vm("early", x, ["echo", `the word is ${secret}`]), vm("late", x, ["echo", manifest])]),
    ]);
    const { run: document, raw } = await run(sheet);
    const everything = [
      JSON.stringify(document),
      ...[...raw.values()].map((bytes) => Buffer.from(bytes).toString("latin1")),
    ].join("\n");
    for (const form of [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)]) {
      expect(everything).not.toContain(form);
    }
    expect(Object.values(document.steps[1]!.stdout!.redactions!).reduce((a, b) => a + b)).toBeGreaterThan(0);
  });

  test("huge output is bounded, and says how long it was", async () => {
    const { step } = await run(lab([normal("a", [vm("huge", x, ["head", "-c", "6000000", "/dev/zero"])])]));
    expect(step("huge").stdout).toMatchObject({ bytes: 4 * 1024 * 1024, truncatedFrom: 6_000_000 });
  });

  test("a mutated observation, a dropped raw byte and a NOT_RUN turned into a value are each caught", async () => {
    const sheet = lab(
      [
        normal("a", [
          vm("say", x, ["echo", "value 7"]),
          vm("needs", x, ["echo", "8"], { needs: ["crictl"], optional: true }),
        ]),
      ],
      {
        predictions: [predict("p", "a", x, equals("v", "7"))],
        observations: { v: read.match("say", "value (\\d+)"), w: read.text("needs") },
      },
    );
    const { run: document, raw } = await run(sheet);
    const verify = (changed: typeof document, bytes = raw) =>
      verifyRun({ run: changed, raw: (sha) => bytes.get(sha) });
    expect(verify(document).ok).toBe(true);
    expect(document.verdicts[0]!.verdict).toBe("CONFIRMED");
    expect(document.observations.w).toMatchObject({ missing: "NOT_RUN" });

    const mutated = structuredClone(document);
    Object.assign(mutated.observations.v!, { value: "8" });
    expect(verify(mutated).checks.find((c) => c.id === "extraction")!.ok).toBe(false);

    const sha = document.steps[0]!.stdout!.sha256;
    const dropped = new Map(raw).set(sha, raw.get(sha)!.subarray(1));
    expect(verify(document, dropped).checks.find((c) => c.id === "digests")!.ok).toBe(false);

    // the empty stderr of two steps is one file: its length counts wherever it is cited
    const lengthened = structuredClone(document);
    const cited = lengthened.steps[0]!.stderr!;
    lengthened.cleanup.steps.push({ ...structuredClone(lengthened.steps[0]!), id: "again" });
    expect(verify(lengthened).ok).toBe(true);
    lengthened.cleanup.steps[0]!.stderr!.bytes = cited.bytes + 9;
    expect(verify(lengthened).checks.find((c) => c.id === "digests")!.ok).toBe(false);

    const invented = structuredClone(document);
    invented.observations.w = { value: "8", source: { step: "needs", stream: "stdout" } };
    expect(verify(invented).ok).toBe(false);

    const amended = structuredClone(document);
    amended.predictions[0]!.claim.to = { literal: "9" };
    expect(verify(amended).checks.find((c) => c.id === "seal")!.ok).toBe(false);
  });
});
