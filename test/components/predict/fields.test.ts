import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Lab } from "../../../labs/vocabulary/lab.js";
import { claimInWords } from "../../../src/components/predict/claim-words.js";
import {
  claimOf,
  fieldsOf,
  kindOf,
  operatorFields,
  operatorsFor,
  type Subject,
} from "../../../src/components/predict/fields.js";
import { howAllIsRead, knownRefs, questionOf } from "../../../src/components/predict/question.js";
import type { Fields } from "../../../src/components/predict/types.js";
import { operators } from "../../../src/model/predictions/operators/index.js";
import type { Claim } from "../../../src/model/predictions/types.js";
import type { RunDocument, Text } from "../../../src/model/run.js";

const known = new Set(["a", "b", "c", "x/pod.uid"]);
const one: Subject = { of: ["a"], unit: "s" };
const two: Subject = { of: ["a", "b"] };
const inNet: Subject = { of: ["x/container.app.ns.net", "x/sandbox.ns.net"], namespace: "net" };

const typed: [string, Subject, Fields, Claim][] = [
  [
    "equals a text",
    one,
    { op: "equals", kind: "text", value: " Ready " },
    { op: "equals", of: ["a"], to: { literal: "Ready" } },
  ],
  [
    "equals a number",
    one,
    { op: "equals", kind: "number", value: "128" },
    { op: "equals", of: ["a"], to: { literal: 128 } },
  ],
  [
    "equals yes",
    one,
    { op: "equals", kind: "boolean", value: "true" },
    { op: "equals", of: ["a"], to: { literal: true } },
  ],
  [
    "equals a list",
    one,
    { op: "equals", kind: "list", value: "x\n y \n\n" },
    { op: "equals", of: ["a"], to: { literal: ["x", "y"] } },
  ],
  [
    "equals JSON",
    one,
    { op: "equals", kind: "json", value: '{"k":[1,null]}' },
    { op: "equals", of: ["a"], to: { literal: { k: [1, null] } } },
  ],
  [
    "equals another",
    one,
    { op: "equals", kind: "observed", value: "x/pod.uid" },
    { op: "equals", of: ["a"], to: { observed: "x/pod.uid" } },
  ],
  [
    "contains",
    one,
    { op: "contains", kind: "text", value: "Pulled" },
    { op: "contains", of: ["a"], to: { literal: "Pulled" } },
  ],
  ["matches", one, { op: "matches", pattern: "^no such" }, { op: "matches", of: ["a"], pattern: "^no such" }],
  ["count", one, { op: "count", kind: "number", value: "3" }, { op: "count", of: ["a"], to: { literal: 3 } }],
  [
    "between",
    one,
    { op: "between", low: "40", high: "60.5" },
    { op: "between", of: ["a"], low: 40, high: 60.5, unit: "s" },
  ],
  [
    "at most",
    one,
    { op: "between", low: "", high: "-1e1" },
    { op: "between", of: ["a"], high: -10, unit: "s" },
  ],
  [
    "within",
    one,
    { op: "within", kind: "observed", value: "b", tolerance: "2" },
    { op: "within", of: ["a"], to: { observed: "b" }, tolerance: 2, unit: "s" },
  ],
  [
    "inCIDR",
    one,
    { op: "inCIDR", kind: "text", value: "10.244.0.0/16" },
    { op: "inCIDR", of: ["a"], to: { literal: "10.244.0.0/16" } },
  ],
  ["absent", one, { op: "absent" }, { op: "absent", of: ["a"] }],
  ["unchanged", two, { op: "unchanged" }, { op: "unchanged", of: ["a", "b"] }],
  ["changed", two, { op: "changed" }, { op: "changed", of: ["a", "b"] }],
  ["before", two, { op: "before", first: "1" }, { op: "before", of: ["b", "a"] }],
  [
    "sameNamespace",
    inNet,
    { op: "sameNamespace", namespace: "net" },
    { op: "sameNamespace", of: inNet.of, namespace: "net" },
  ],
  [
    "differentNamespace",
    inNet,
    { op: "differentNamespace", namespace: "net" },
    { op: "differentNamespace", of: inNet.of, namespace: "net" },
  ],
];

describe("form and prediction", () => {
  it.each(typed)(
    "%s: what is typed becomes the claim, and the claim the same fields",
    (_, subject, fields, claim) => {
      expect(claimOf(fields, subject, known)).toEqual({ claim });
      expect(claimOf(fieldsOf(claim, subject), subject, known)).toEqual({ claim });
    },
  );

  it("offers every operator that there is, and knows the fields of each", () => {
    const offered = new Set([one, two, inNet].flatMap(operatorsFor));
    expect([...offered].sort()).toEqual([...Object.keys(operators), "absent"].sort());
    expect(Object.keys(operatorFields).sort()).toEqual([...offered].sort());
  });

  it("takes the digits of a Chinese keyboard for digits", () => {
    const fields = { op: "between", low: "４０", high: "６０．５" };
    expect(claimOf(fields, one, known)).toMatchObject({ claim: { low: 40, high: 60.5 } });
  });
});

describe("every fault at its field", () => {
  it.each<[Subject, Fields, [string, string][]]>([
    [one, { op: "" }, [["op", "choose"]]],
    [one, { op: "changed" }, [["op", "choose"]]],
    [one, { op: "constructor" }, [["op", "choose"]]],
    [one, { op: "equals", kind: "number", value: "12,5" }, [["value", "number"]]],
    [one, { op: "equals", kind: "number", value: "0x10" }, [["value", "number"]]],
    [one, { op: "equals", kind: "number", value: "1e999" }, [["value", "number"]]],
    [one, { op: "equals", kind: "text", value: "  " }, [["value", "empty"]]],
    [one, { op: "equals", kind: "json", value: "{" }, [["value", "json"]]],
    [one, { op: "equals", kind: "observed", value: "nobody" }, [["value", "unknown"]]],
    [one, { op: "equals", kind: "boolean", value: "" }, [["value", "choose"]]],
    [one, { op: "matches", pattern: "(" }, [["pattern", "pattern"]]],
    [
      one,
      { op: "within", kind: "number", value: "x", tolerance: "-1" },
      [
        ["value", "number"],
        ["tolerance", "negative"],
      ],
    ],
    [one, { op: "between", low: "", high: "" }, [["low", "empty"]]],
    [one, { op: "between", low: "5", high: "4" }, [["high", "order"]]],
    [one, { op: "inCIDR", kind: "text", value: "10.0.0.1" }, [["value", "cidr"]]],
    [two, { op: "before", first: "" }, [["first", "choose"]]],
    [inNet, { op: "sameNamespace", namespace: "moon" }, [["namespace", "choose"]]],
  ])("%j %j", (subject, fields, faults) => {
    expect(claimOf(fields, subject, known)).toEqual({ faults });
  });
});

const evidence = readdirSync("src/evidence").filter((name) => !name.includes("."));

const folders = readdirSync("labs").filter((name) => existsSync(`labs/${name}/questions.ts`));

describe.each(folders)("the questions of %s", async (folder) => {
  const { default: questions } = (await import(`../../../labs/${folder}/questions.ts`)) as {
    default: Record<string, Text>;
  };
  const { default: lab } = (await import(`../../../labs/${folder}/lab.ts`)) as { default: Lab };

  it("stand in both languages, each for a prediction, and none is its answer", () => {
    const ids = lab.predictions.map(({ id }) => id);
    expect(Object.keys(questions).filter((id) => !ids.includes(id))).toEqual([]);
    // a prediction that was added since is asked in general words
    expect(Object.keys(questions).length).toBeGreaterThan(0.8 * ids.length);
    for (const { id, text, claim } of lab.predictions) {
      const asked = questions[id];
      if (!asked) continue;
      expect(asked.zh, id).toMatch(/[\u4e00-\u9fff].*？|同样的问题/);
      expect(asked.en, id).toMatch(/\?|the same question/);
      expect([text.en, text.zh]).not.toContain(asked.en);
      const literal = claim.to && "literal" in claim.to ? claim.to.literal : undefined;
      // a plain word, such as "container", may be a word of the question
      if (typeof literal === "string" && literal.length > 3 && /[^a-z]/.test(literal))
        expect(`${asked.en} ${asked.zh}`.toLowerCase(), id).not.toContain(literal.toLowerCase());
    }
  });
});

describe.each(evidence)("the author's predictions of %s", (chapter) => {
  const run = JSON.parse(readFileSync(`src/evidence/${chapter}/run.json`, "utf8")) as RunDocument;
  const refs = knownRefs(run.predictions, run);
  const asked = { howRead: howAllIsRead(run) };

  it("can all be typed by a reader", () => {
    for (const prediction of run.predictions) {
      const { subject } = questionOf(prediction, asked, "en");
      const fields = fieldsOf(prediction.claim, subject);
      expect(claimOf(fields, subject, refs), prediction.id).toEqual({ claim: prediction.claim });
    }
  });

  it("are asked in both languages without the answer being told", () => {
    for (const prediction of run.predictions) {
      const { claim, text } = prediction;
      for (const lang of ["en", "zh"] as const) {
        const question = questionOf(prediction, asked, lang);
        const told = [question.text, ...question.about.map(({ how }) => how)].join("\n");
        expect(told).not.toContain(text[lang]);
        // a short answer may be a word of the question, such as "container"
        const literal = claim.to && "literal" in claim.to ? claim.to.literal : undefined;
        if (typeof literal === "string" && literal.length > 10)
          expect(told, prediction.id).not.toContain(literal);
        expect(claimInWords(claim, lang)).not.toMatch(/undefined|NaN/);
      }
    }
  });
});

it("what the author compares with is told only by a question that names it", () => {
  const text = { en: "Both are one", zh: "两者相同" };
  const claim = { op: "equals", of: ["a"], to: { observed: "b" } } as const;
  const prediction = { id: "same", case: "normal", text, claim: { ...claim, of: ["a"] } };
  const named = questionOf(prediction, {}, "en");
  expect(named.text).toContain("`b`");
  expect(named.subject.to).toBe("b");
  const inOwnWords = { questions: { same: { en: "What is a?", zh: "a 是什么？" } } };
  const asked = questionOf(prediction, inOwnWords, "en");
  expect(asked.subject.to).toBeUndefined();
  expect(asked.about.map(({ ref }) => ref)).toEqual(["a"]);
});

it("a value that could not be typed line by line is typed as JSON", () => {
  expect(kindOf(["a", "b"])).toBe("list");
  for (const value of [["a\nb"], [" a"], [""], [1], [], {}, null, " x", "", "a\nb"])
    expect(kindOf(value)).toBe("json");
});
