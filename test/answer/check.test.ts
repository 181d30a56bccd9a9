import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { checkAnswer, type Evidence } from "../../src/model/answer/check.js";
import { readAnswer } from "../../src/model/answer/read.js";
import { recordOf } from "../../src/model/answer/record.js";
import { answerJsonSchema } from "../../src/model/answer/schema.js";
import { sealed } from "../../src/model/answer/seal.js";
import type { Answer, Citation } from "../../src/model/answer/types.js";
import type { Chain } from "../../src/model/chain/types.js";
import type { RunDocument } from "../../src/model/run.js";
import { soundAnswer } from "../support/answer.js";
import { recordedRun } from "../support/evidence.js";

const recorded = recordedRun();
const evidence = (change: (run: RunDocument) => void = () => {}, more: Partial<Evidence> = {}): Evidence => {
  const run = structuredClone(recorded.run);
  change(run);
  return { run, raw: (sha256) => recorded.raw.get(sha256), exercises: ["1", "2"], ...more };
};
const faultsOf = (change: (answer: Answer) => void, against: Evidence = evidence()) => {
  const answer = soundAnswer();
  change(answer);
  return checkAnswer(answer, against).map(({ path, message }) => `${path}: ${message}`);
};
const citing = (citation: unknown) => (answer: Answer) =>
  answer.claims[0]!.evidence.push(citation as Citation);
const resealed = (change: (prediction: Answer["prediction"]) => void) => (answer: Answer) => {
  change(answer.prediction);
  answer.prediction = sealed(answer, answer.prediction);
};

test("a sound answer has no faults, and its file reads back as it is", () => {
  expect(faultsOf(() => {})).toEqual([]);
  expect(readAnswer(new TextEncoder().encode(stringify(soundAnswer()))).json).toEqual(soundAnswer());
});

test("a statement may not take the name of a prediction of the run that claims something else", () => {
  const renamed = resealed(({ statements }) => {
    statements[0]!.id = "ns-pid";
  });
  expect(faultsOf(renamed)).toEqual([
    expect.stringMatching(
      /^prediction\.statements\.0\.id: run .* has a prediction ns-pid that claims something else/,
    ),
  ]);
});

test("a statement about nothing is not confirmed", () => {
  const empty = (answer: Answer) => {
    const { statements } = answer.prediction;
    statements.push({ ...statements[0]!, id: "empty", claim: { op: "absent", of: [] } });
    answer.prediction = sealed(answer, answer.prediction);
    answer.claims[0]!.evidence.push({ verdict: "CONFIRMED", of: "empty" });
  };
  expect(faultsOf(empty).join()).toMatch(/empty was judged INCONCLUSIVE, the answer says CONFIRMED/);
});

test("an operator is one by its own name", () => {
  const inherited = resealed(({ statements }) => {
    Object.assign(statements[0]!.claim, { op: "toString" });
  });
  expect(faultsOf(inherited).join()).toMatch(/there is no operator toString/);
});

describe("each fault is named with its path", () => {
  const faults: [string, (answer: Answer) => void, string | RegExp][] = [
    [
      "a claim without evidence",
      (a) => Object.assign(a.claims[0]!, { evidence: [] }),
      "claims.0.evidence: a claim needs evidence",
    ],
    ["no claims", (a) => Object.assign(a, { claims: [] }), "claims: an answer makes at least one claim"],
    [
      "nothing that cannot be concluded",
      (a) => Object.assign(a, { cannotConclude: [] }),
      /^cannotConclude: an answer says/,
    ],
    [
      "a missing translation",
      (a) => Object.assign(a.claims[0]!.text, { zh: " " }),
      "claims.0.text.zh: the Chinese text is missing",
    ],
    [
      "English for Chinese",
      (a) => Object.assign(a.cannotConclude[0]!, { zh: "That it is safe." }),
      /^cannotConclude\.0\.zh: the Chinese/,
    ],
    [
      "no English",
      (a) => Object.assign(a.claims[0]!.text, { en: "" }),
      "claims.0.text.en: the English text is missing",
    ],
    ["an unknown field", (a) => Object.assign(a, { note: "x" }), /Unrecognized key.*note/],
    [
      "another schema",
      (a) => Object.assign(a, { schema: "labbook/answer/v9" }),
      /^schema: expected labbook\/answer\/v1/,
    ],
    [
      "an unknown exercise",
      (a) => Object.assign(a, { exercise: "9" }),
      "exercise: c00 has no exercise 9; it has 1, 2",
    ],
    [
      "an unknown observation",
      citing({ observation: "hostname.nowhere" }),
      /^claims\.0\.evidence\.4: hostname\.nowhere has no proof: .*not observed in this run/,
    ],
    [
      "an unknown chain",
      citing({ link: "normal/pod.uid" }),
      /^claims\.0\.evidence\.4: normal\/pod\.uid was NOT_RUN/,
    ],
    [
      "an unknown step",
      citing({ output: "nowhere", stream: "stdout", span: [0, 1], text: "x" }),
      /has no step nowhere/,
    ],
    [
      "an unknown prediction",
      citing({ verdict: "CONFIRMED", of: "nobody" }),
      /nobody is no prediction of run/,
    ],
    [
      "another verdict",
      citing({ verdict: "REFUTED", of: "ns-pid" }),
      /judged CONFIRMED, the answer says REFUTED/,
    ],
    [
      "another value",
      citing({ observation: "child.pid.inside", value: "2" }),
      /the run observed "1", the answer says "2"/,
    ],
    [
      "a number for a text",
      citing({ observation: "child.pid.inside", value: 1 }),
      /the run observed "1", the answer says 1/,
    ],
    [
      "a span outside the bytes",
      citing({ output: "hostname-after", stream: "stdout", span: [0, 4], text: "vm\n\n" }),
      /the span 0–4 is not within the 3 bytes/,
    ],
    [
      "a span that ends before it begins",
      citing({ output: "hostname-after", stream: "stdout", span: [2, 1], text: "x" }),
      /the span 2–1 is not within/,
    ],
    [
      "a span with other text",
      citing({ output: "hostname-after", stream: "stdout", span: [0, 2], text: "VM" }),
      /bytes 0–2 of stdout of step hostname-after are "vm", the answer says "VM"/,
    ],
    [
      "a stream that the step has not",
      citing({ output: "inside-ends", stream: "stdout", span: [0, 1], text: "x" }),
      /inside-ends has no stdout/,
    ],
    [
      "an output with another digest",
      citing({
        output: "hostname-after",
        stream: "stdout",
        span: [0, 2],
        text: "vm",
        sha256: "0".repeat(64),
      }),
      /has the digest .* in run .*, the answer cites 000/,
    ],
    [
      "evidence of another run",
      citing({ observation: "child.pid.inside", run: "other" }),
      /is evidence of run other/,
    ],
    ["a citation that is none", citing({ hearsay: "x" }), /^claims\.0\.evidence\.4/],
    [
      "a name that is not cited",
      (a) => Object.assign(a.claims[0]!.text, { en: "{{child.pid.inside}}" }),
      /^claims\.0\.text\.en: \{\{child/,
    ],
    ["a claim twice", (a) => a.claims.push(a.claims[0]!), "claims.1.id: hostname is there twice"],
    ["no run", (a) => Object.assign(a, { run: "" }), "run: the answer names no run"],
    [
      "a prediction changed after its seal",
      (a) => Object.assign(a.prediction.statements[0]!.claim, { op: "count" }),
      /^prediction\.digest: .* it was changed after it was sealed/,
    ],
    [
      "a seal moved back",
      (a) => Object.assign(a.prediction, { sealedAt: "2026-01-01T00:00:00.000Z" }),
      /^prediction\.digest/,
    ],
    [
      "another access state",
      (a) => Object.assign(a.prediction, { access: "RUN_NOT_SEEN" }),
      /^prediction\.digest/,
    ],
    [
      "sealed after the run began, claimed as before",
      resealed((p) => Object.assign(p, { access: "NOTHING_RUN" })),
      /^prediction\.access: was sealed at 2026-11-30T12.*, after run .* began at .*: not NOTHING_RUN/,
    ],
    [
      "a statement about nothing",
      resealed((p) => Object.assign(p.statements[0]!.claim, { of: ["nothing"] })),
      /^prediction\.statements\.0\.claim: run .* observes no nothing/,
    ],
    [
      "an operator that is none",
      resealed((p) => Object.assign(p.statements[0]!.claim, { op: "seems" })),
      "prediction.statements.0.claim.op: there is no operator seems",
    ],
    [
      "a NOT_RUN that was run",
      (a) => Object.assign(a, { notRun: ["step child-pid"] }),
      "notRun: step child-pid was not NOT_RUN",
    ],
  ];
  test.each(faults)("%s", (_, change, message) => {
    const found = faultsOf(change);
    expect(found).toContainEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
    // of an exercise the seal speaks too, of a citation every field
    expect(found.length, found.join("\n")).toBeLessThanOrEqual(2);
  });

  test("all of them at once, those beside faults of the schema too", () => {
    const found = faultsOf((answer) => {
      answer.claims[0]!.text.zh = "";
      citing({ observation: "nowhere" })(answer);
      answer.claims.push({ ...answer.claims[0]!, id: "second", evidence: [] });
      answer.prediction.statements[0]!.id = "renamed";
      answer.exercise = "7";
      answer.cannotConclude = [];
    });
    const paths = found.map((one) => one.slice(0, one.indexOf(":")));
    expect(new Set(paths)).toEqual(
      new Set([
        "claims.0.text.zh",
        "claims.0.evidence.4",
        "claims.1.text.zh",
        "claims.1.evidence",
        "cannotConclude",
        "exercise",
        "prediction.digest",
      ]),
    );
  });

  test.each([
    null,
    7,
    "x",
    [],
    {},
    { schema: "labbook/answer/v1", claims: 3, prediction: [], cannotConclude: {} },
  ])("%j is no answer, and no crash", (json) =>
    expect(checkAnswer(json, evidence()).length).toBeGreaterThan(0),
  );
});

describe("the run that it stands on", () => {
  const notRun = (id: string, status: "NOT_RUN" | "BLOCKED" | "FAILED") =>
    evidence((run) => {
      run.status = "PARTIAL";
      const step = run.steps.find((one) => one.id === id)!;
      Object.assign(step, { status, reason: "no such program" });
    });

  test("is not kept", () => {
    expect(faultsOf(() => {}, { raw: () => undefined })).toEqual([
      expect.stringMatching(/^run: there is no run .* of c00$/),
    ]);
  });

  test.each(["ABORTED", "NOT_RUN"] as const)("is %s", (status) => {
    const found = faultsOf(
      () => {},
      evidence((run) => Object.assign(run, { status: status })),
    );
    expect(found).toEqual([
      expect.stringMatching(new RegExp(`^run: run .* is ${status}, expected COMPLETE`)),
    ]);
  });

  test("is PARTIAL because a step FAILED: no declaration helps", () => {
    const found = faultsOf(
      (a) => Object.assign(a, { notRun: ["step old-proc-says"] }),
      notRun("old-proc-says", "FAILED"),
    );
    expect(found).toEqual([
      expect.stringMatching(/^run: .* is PARTIAL, expected COMPLETE: step old-proc-says FAILED$/),
      "notRun: step old-proc-says was not NOT_RUN",
    ]);
  });

  test("is PARTIAL because a step was NOT_RUN: it has to be declared, and the record says so", () => {
    const against = notRun("old-proc-says", "NOT_RUN");
    expect(faultsOf(() => {}, against)).toEqual([
      "notRun: step old-proc-says was NOT_RUN and is not declared: no such program",
    ]);
    const answer = { ...soundAnswer(), notRun: ["step old-proc-says"] };
    expect(checkAnswer(answer, against)).toEqual([]);
    expect(recordOf(answer, new Uint8Array(), against.run!, against.raw)).toMatchObject({
      status: "VERIFIED_WITH_NOT_RUN",
      notRun: [{ part: "step old-proc-says", reason: "no such program" }],
    });
  });

  test("a NOT_RUN step, an observation and a verdict of it cannot be cited", () => {
    const against = evidence((run) => {
      run.status = "PARTIAL";
      Object.assign(run.steps.find(({ id }) => id === "child-pid")!, { status: "BLOCKED", reason: "why" });
      run.observations["child.pid.outside"] = { missing: "NOT_RUN", reason: "why" };
      Object.assign(run.verdicts.find(({ prediction }) => prediction === "ns-net")!, { verdict: "NOT_RUN" });
    });
    const found = faultsOf((answer) => {
      answer.notRun = ["step child-pid", "statement pid-outside"];
      citing({ output: "child-pid", stream: "stdout", span: [0, 1], text: "2" })(answer);
      citing({ observation: "child.pid.outside" })(answer);
      citing({ verdict: "NOT_RUN", of: "ns-net" })(answer);
    }, against);
    expect(found).toEqual([
      "claims.0.evidence.4: step child-pid is BLOCKED: why",
      "claims.0.evidence.5: child.pid.outside was NOT_RUN: why",
      expect.stringMatching(/^claims\.0\.evidence\.6: ns-net was NOT_RUN/),
    ]);
  });

  test("evidence that another kept run has is told from none", () => {
    const other = structuredClone(recorded.run);
    other.id = "20261129T000000000Z-c00-0000";
    other.observations["only.there"] = { value: "x", source: { step: "child-pid", stream: "stdout" } };
    other.observations["child.pid.outside"] = {
      value: "4711",
      source: { step: "child-pid", stream: "stdout" },
    };
    other.steps.push({ ...other.steps[0]!, id: "only-there" });
    const found = faultsOf(
      (answer) => {
        citing({ observation: "only.there" })(answer);
        citing({ observation: "child.pid.outside", value: "4711" })(answer);
        citing({ output: "only-there", stream: "stdout", span: [0, 1], text: "x" })(answer);
      },
      evidence(() => {}, { others: [other] }),
    );
    expect(found).toEqual([
      expect.stringMatching(/only\.there was observed in run 20261129/),
      expect.stringMatching(/the answer says "4711"; that is a value of run 20261129/),
      expect.stringMatching(/step only-there is of run 20261129/),
    ]);
  });
});

describe("what the answerer could know", () => {
  const sealedAt = (time: string, access: Answer["prediction"]["access"]) =>
    resealed((p) => Object.assign(p, { sealedAt: time, access }));

  test("sealed before the run and before any other: NOTHING_RUN holds", () => {
    expect(faultsOf(sealedAt("2026-11-30T09:00:00.000Z", "NOTHING_RUN"))).toEqual([]);
  });

  test("sealed before this run, after an earlier one of the chapter", () => {
    const begun = [{ id: "earlier", startedAt: "2026-11-30T08:00:00.000Z" }];
    const found = faultsOf(
      sealedAt("2026-11-30T09:00:00.000Z", "NOTHING_RUN"),
      evidence(() => {}, { begun }),
    );
    expect(found).toEqual([
      expect.stringMatching(/^prediction\.access: .* after run earlier began at 2026-11-30T08/),
    ]);
  });

  test("in the very moment that the run began", () => {
    expect(faultsOf(sealedAt(recorded.run.startedAt, "NOTHING_RUN"))).toHaveLength(1);
  });

  test("the record says whether the run had sealed the same statement", () => {
    const answer = soundAnswer();
    answer.prediction.statements[1]!.claim = { op: "equals", of: ["child.pid.inside"], to: { literal: "1" } };
    const { run, raw } = evidence();
    const { statements } = recordOf(answer, new Uint8Array(), run!, raw).prediction;
    expect(statements.map((one) => [one.verdict.verdict, one.sealedInRun])).toEqual([
      ["CONFIRMED", true],
      ["CONFIRMED", false],
    ]);
  });
});

describe("generations", () => {
  const chain = (id: string, uid: string, name = "probe", container = "c1"): Chain => ({
    id,
    pod: { namespace: "n", name, node: "w" },
    generation: { podUid: uid, sandboxId: `s-${uid}`, containers: { app: { id: container, restarts: 0 } } },
    tries: 1,
    steps: [],
    links: [{ id: "pod.uid", layer: "api", value: uid, sources: [{ step: "child-pid", stream: "stdout" }] }],
  });
  const with_ = (...chains: Chain[]) => evidence((run) => Object.assign(run, { chains: chains }));
  const cite = (answer: Answer) => {
    citing({ link: "one/pod.uid" })(answer);
    citing({ link: "two/pod.uid" })(answer);
  };

  test("evidence of two generations of a Pod is not joined", () => {
    expect(faultsOf(cite, with_(chain("one", "u1"), chain("two", "u2")))).toEqual([
      expect.stringMatching(/^claims\.0\.evidence: one and two are different generations of Pod n\/probe/),
    ]);
  });

  test("nor of a container that was restarted in one Pod", () => {
    expect(faultsOf(cite, with_(chain("one", "u1"), chain("two", "u1", "probe", "c2")))).toHaveLength(1);
  });

  test("unless the claim says that it compares them; two Pods are two Pods; one generation is one", () => {
    const across = (answer: Answer) => {
      cite(answer);
      answer.claims[0]!.across = "generations";
    };
    expect(faultsOf(across, with_(chain("one", "u1"), chain("two", "u2")))).toEqual([]);
    expect(faultsOf(cite, with_(chain("one", "u1"), chain("two", "u2", "other")))).toEqual([]);
    expect(faultsOf(cite, with_(chain("one", "u1"), chain("two", "u1")))).toEqual([]);
  });

  test("a chain that holds no one generation proves nothing", () => {
    const broken = { ...chain("one", "u1"), generation: null };
    expect(faultsOf(citing({ link: "one/pod.uid" }), with_(broken))).toEqual([
      expect.stringMatching(/the chain one holds no one generation/),
    ]);
  });

  test("a break is no evidence", () => {
    const broken = chain("one", "u1");
    broken.links[0] = {
      id: "pod.uid",
      layer: "api",
      sources: [],
      break: { code: "mismatch", reason: "they differ" },
    };
    expect(faultsOf(citing({ link: "one/pod.uid" }), with_(broken))).toEqual([
      expect.stringMatching(/one\/pod\.uid has no proof: pod\.uid: they differ/),
    ]);
  });
});

describe("the file", () => {
  const read = (text: string) => readAnswer(new TextEncoder().encode(text));
  test.each([
    ["an alias", "a: &x [1]\nb: *x\n", /alias/i],
    ["a key twice", "a: 1\na: 2\n", /unique/],
    ["no YAML", "a: [1\n", /flow|expected/i],
    ["two documents", "a: 1\n---\nb: 2\n", /multiple documents/i],
  ])("%s is refused", (_, text, message) => expect(read(text).fault).toMatch(message));

  test("bytes that are not UTF-8, and too many of them", () => {
    expect(readAnswer(Uint8Array.of(0xff, 0xfe)).fault).toBeDefined();
    expect(readAnswer(new Uint8Array(2 ** 20 + 1)).fault).toMatch(/at most/);
  });

  test("its JSON Schema takes the sound answer, and not one without evidence", () => {
    const validate = new Ajv2020({ strict: false }).compile(answerJsonSchema() as object);
    expect(validate(soundAnswer())).toBe(true);
    const bad = soundAnswer();
    bad.claims[0]!.evidence = [];
    expect(validate(bad)).toBe(false);
  });
});
