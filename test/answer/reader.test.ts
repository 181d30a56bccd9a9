/** The third job: predict on the page, export, answer, run, cite, publish, and see it on one's own site. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parse, parseDocument } from "yaml";
import { answer } from "../../data-loaders/commands/answer.js";
import { publish } from "../../data-loaders/commands/publish.js";
import { systemClock } from "../../data-loaders/environment/transport/clock.js";
import { landRun } from "../../data-loaders/evidence/store.js";
import { loadLab } from "../../data-loaders/labs.js";
import { folderWith, pathsOfAnswer } from "../../data-loaders/publish/paths.js";
import { listPublished, readAnswers, writeAnswers } from "../../data-loaders/site/answers.js";
import { writeFile } from "../../src/components/predict/file.js";
import { emptyNotebook } from "../../src/components/predict/notebook.js";
import { seal } from "../../src/components/predict/seal.js";
import type { Answer } from "../../src/model/answer/types.js";
import { verifyPublished } from "../../src/model/attest/verify.js";
import { readBundle } from "../../src/model/bundle/bundle.js";
import type { Claim } from "../../src/model/predictions/types.js";
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
const file = () => pathsOfAnswer(roots.answers, "c00", "1").answer;
const digest = "0".repeat(64);

beforeEach(() => {
  folder = temporaryFolder();
  roots = { evidence: join(folder.path, "src/evidence"), answers: join(folder.path, "my-answers") };
  lines = [];
  vi.stubEnv("LABBOOK_KEYS", join(folder.path, "keys"));
  vi.stubEnv("LABBOOK_CALLER", folder.path);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const mine: Record<string, Claim> = {
  "hostname-outside": { op: "unchanged", of: ["hostname.outside.before", "hostname.outside.after"] },
  "network-empty": { op: "contains", of: ["child.interfaces"], to: { literal: "eth0" } },
};

/** What the chapter's page writes when these were sealed on it. */
function exported(at: string, seen: string[] = [], of: Record<string, Claim> = mine): string {
  const notebook = emptyNotebook();
  for (const prediction of seen)
    notebook.seen.set(prediction, { prediction, at: "2026-11-29T08:00:00.000Z", how: "asked" });
  for (const [prediction, claim] of Object.entries(of))
    notebook.sealed.set(
      prediction,
      seal({
        chapter: "c00",
        prediction,
        claim,
        because: prediction === "network-empty" ? "containers have one" : undefined,
        at: new Date(at),
        seen: notebook.seen.get(prediction),
        run: "20261101T000000000Z-c00-0000",
        predictionsDigest: digest,
      }),
    );
  const name = join(folder.path, "labbook-predictions-c00.json");
  writeFileSync(name, writeFile([["c00", notebook]], new Date(at)));
  return name;
}

describe("lab answer --prediction with the file that the page exported", () => {
  test("seals what the reader claims, in both languages, with the page's own time", async () => {
    const name = exported("2026-11-29T11:00:00.000Z");
    expect(await answer(["c00", "1"], { prediction: name }, session, roots)).toBe(0);
    const started = parse(readFileSync(file(), "utf8")) as Answer;
    expect(started.run).toBe("");
    expect(started.prediction).toMatchObject({
      sealedAt: "2026-11-29T11:00:00.000Z",
      access: "NOTHING_RUN",
      statements: [
        { id: "hostname-outside", claim: mine["hostname-outside"] },
        {
          id: "mine-network-empty",
          text: {
            en: "`child.interfaces` contains “eth0” (containers have one)",
            zh: "`child.interfaces` 含有 “eth0” (containers have one)",
          },
          claim: mine["network-empty"],
        },
      ],
    });
    expect(readFileSync(file(), "utf8")).toMatch(
      /^# network-empty: sealed on the page 2026-11-29T11:00:00\.000Z, hash /m,
    );
    expect(out()).toContain("next: ./lab run c00, then ./lab answer c00 1 --run");
  });

  test("is RUN_NOT_SEEN when a run was there and hidden, RUN_SEEN when its answer had been shown", async () => {
    const { run, raw } = recordedRun();
    await landRun(roots.evidence, run, raw);
    const later = new Date(Date.parse(run.startedAt) + 60_000).toISOString();
    await answer(["c00", "1"], { prediction: exported(later) }, session, roots);
    expect(parse(readFileSync(file(), "utf8")).prediction.access).toBe("RUN_NOT_SEEN");
    roots.answers = join(folder.path, "others");
    await answer(["c00", "1"], { prediction: exported(later, ["network-empty"]) }, session, roots);
    expect(parse(readFileSync(file(), "utf8")).prediction.access).toBe("RUN_SEEN");
  });

  test("is refused when it was changed after sealing, and when it says nothing of the exercise", async () => {
    const name = exported("2026-11-29T11:00:00.000Z");
    writeFileSync(name, readFileSync(name, "utf8").replace('"eth0"', '"lo"'));
    await expect(answer(["c00", "1"], { prediction: name }, session, roots)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("it was changed after it was sealed"),
    });
    const other = exported("2026-11-29T11:00:00.000Z", [], {});
    await expect(answer(["c00", "1"], { prediction: other }, session, roots)).rejects.toMatchObject({
      code: "NOTHING_PREDICTED",
      message: expect.stringContaining("which asks hostname-outside, pid-outside"),
    });
    expect(existsSync(file())).toBe(false);
  });

  test("without it nothing is sealed: the author's statements are the book's, not the reader's", async () => {
    await expect(answer(["c00", "1"], {}, session, roots)).rejects.toMatchObject({
      code: "NO_PREDICTION",
      exitCode: 2,
      remedy: expect.stringMatching(/--prediction FILE[\s\S]*--questions/),
    });
    expect(existsSync(file())).toBe(false);
    await answer(["c00", "1"], { questions: true }, session, roots);
    const { lab } = await loadLab("c00");
    const text = out();
    for (const { claim, text: said } of lab.predictions) {
      if ("to" in claim && claim.to && "literal" in claim.to && typeof claim.to.literal !== "number")
        expect(text).not.toContain(JSON.stringify(claim.to.literal));
      expect(text).not.toContain(said.en);
    }
    const list = parseDocument(text).toJS() as { id: string; claim: Claim }[];
    expect(list.map(({ id }) => id)).toContain("mine-network-empty");
    list[0]!.claim = { op: "absent", of: list[0]!.claim.of };
    writeFileSync(join(folder.path, "mine.yaml"), JSON.stringify([{ ...list[0]!, text: { en: "gone" } }]));
    expect(await answer(["c00", "1"], { prediction: "mine.yaml" }, session, roots)).toBe(0);
  });
});

describe("an own answer", () => {
  async function answered(): Promise<Answer> {
    await answer(["c00", "1"], { prediction: exported("2026-11-29T11:00:00.000Z") }, session, roots);
    const { run, raw } = recordedRun();
    await landRun(roots.evidence, run, raw);
    const before = readFileSync(file(), "utf8");
    expect(await answer(["c00", "1"], { run: true }, session, roots)).toBe(0);
    expect(readFileSync(file(), "utf8")).toBe(before.replace(/^run: .*$/m, `run: ${run.id}`));
    const written = readFileSync(file(), "utf8").replace(
      /^claims: \[\]\ncannotConclude: \[\]$/m,
      [
        "claims:",
        "  - id: hostname",
        '    text: { en: "Outside it stayed {{hostname.outside.after}}." }',
        "    evidence:",
        "      - { observation: hostname.outside.after }",
        "      - { verdict: REFUTED, of: mine-network-empty }",
        "cannotConclude:",
        "  - zh: 不能说它是安全的。",
      ].join("\n"),
    );
    writeFileSync(file(), written);
    return parse(written) as Answer;
  }

  test("in one language verifies, is published with one's own key, and shows in the other language, too", async () => {
    await answered();
    out();
    expect(await answer(["c00", "1"], { check: true }, session, roots)).toBe(0);
    expect(await publish(["c00"], {}, session, roots)).toBe(0);
    expect(out()).toMatch(/c00 1 {2}PUBLISHED {2}VERIFIED/);
    const record = JSON.parse(readFileSync(pathsOfAnswer(roots.answers, "c00", "1").record, "utf8"));
    expect(record.claims[0].text).toEqual({ en: "Outside it stayed vm.", zh: "Outside it stayed vm." });
    expect(record.cannotConclude[0].en).toBe("不能说它是安全的。");
    expect(
      record.prediction.statements.map((one: { verdict: { verdict: string } }) => one.verdict.verdict),
    ).toEqual(["CONFIRMED", "REFUTED"]);
  });

  test("stands on the site in place of the book's, with its bundle and both keys", async () => {
    await answered();
    await publish(["c00"], {}, session, roots);
    const book = join(folder.path, "src/answers");
    mkdirSync(join(book, "c00"), { recursive: true });
    writeFileSync(join(book, "c00/1.yaml"), JSON.stringify(soundAnswer()));
    vi.stubEnv("LABBOOK_KEYS", join(folder.path, "the-author's"));
    await publish(["c00"], {}, session, { evidence: roots.evidence, answers: book });
    expect(listPublished(folder.path)).toEqual([{ chapter: "c00", exercise: "1" }]);
    const sheet = { id: "c00", title: { en: "t", zh: "题" } } as never;
    const summaries = await readAnswers(folder.path, [sheet]);
    expect(summaries).toMatchObject([{ state: "VERIFIED", access: "NOTHING_RUN" }]);
    const dist = join(folder.path, "dist");
    await writeAnswers(folder.path, dist, summaries);
    expect(readFileSync(join(dist, "answers/c00/1.yaml"))).toEqual(readFileSync(file()));
    const keys = JSON.parse(readFileSync(join(dist, "answers/keys.json"), "utf8")).keys as {
      keyid: string;
    }[];
    expect(keys).toHaveLength(2);
    const bundle = readBundle(new Uint8Array(readFileSync(join(dist, "answers/c00/1.labbook.tar"))));
    const files = bundle.files!;
    files.set("keys.json", new Uint8Array(readFileSync(join(dist, "answers/keys.json"))));
    expect((await verifyPublished(files)).ok).toBe(true);
  });

  test("comes before the book's, and only it is published by those who hold none of the book's keys", async () => {
    vi.stubEnv("LABBOOK_ANSWERS", "");
    expect(folderWith(["nowhere", "src/answers"], "c00", "1")).toBe("src/answers");
    await answered();
    expect(folderWith([roots.answers, "src/answers"], "c00", "1")).toBe(roots.answers);
    // the book's c10 stands as it is: nothing has to be signed
    const { keys } = JSON.parse(readFileSync("src/answers/keys.json", "utf8"));
    await expect(publish(["c10"], { newKey: true }, session)).rejects.toMatchObject({
      code: "NOT_YOUR_ANSWERS",
    });
    expect(JSON.parse(readFileSync("src/answers/keys.json", "utf8")).keys).toEqual(keys);
  });
});

describe("lab answer --check", () => {
  test("names every fault at once, each with its line, in the order of the lines", async () => {
    const { run, raw } = recordedRun();
    await landRun(roots.evidence, run, raw);
    mkdirSync(join(roots.answers, "c00"), { recursive: true });
    writeFileSync(
      file(),
      [
        "schema: labbook/answer/v1",
        "chapter: c00",
        'exercise: "9"',
        "run: nowhere",
        "claims:",
        "  - id: one",
        "    text: { zh: English }",
        "    evidence: []",
        "  - id: two",
        "cannotConclude: []",
      ].join("\n"),
    );
    expect(await answer(["c00", "1"], { check: true }, session, roots)).toBe(7);
    const told = out().split("\n").slice(1);
    expect(told.map((line) => /line \d+: [\w.]+/.exec(line)?.[0])).toEqual([
      "line 1: prediction",
      "line 3: exercise",
      "line 4: run",
      "line 7: claims.0.text.zh",
      "line 8: claims.0.evidence",
      "line 9: claims.1.text",
      "line 9: claims.1.evidence",
      "line 10: cannotConclude",
    ]);
  });

  test("names everything that is no YAML, each with its line", async () => {
    mkdirSync(join(roots.answers, "c00"), { recursive: true });
    writeFileSync(file(), "schema: x\nschema: y\nclaims: [a, b\nrun: &r 1\n");
    expect(await answer(["c00", "1"], { check: true }, session, roots)).toBe(7);
    const told = out();
    expect(told).toMatch(/line 2: .*unique/i);
    expect(told.split("\n").length).toBeGreaterThan(2);
  });
});
