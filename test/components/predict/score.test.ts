import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createDesk } from "../../../src/components/predict/desk.js";
import { openOwnRun } from "../../../src/components/predict/own-run.js";
import { judgeAuthor, judgeReader } from "../../../src/components/predict/score.js";
import { scoreOf } from "../../../src/components/predict/tally.js";
import { packRun } from "../../../src/model/bundle/bundle.js";
import type { Claim, Verdict } from "../../../src/model/predictions/types.js";
import type { RunDocument } from "../../../src/model/run.js";
import { testClock, testShelf } from "./support.js";

const folder = "src/evidence/k06";
const run = JSON.parse(readFileSync(`${folder}/run.json`, "utf8")) as RunDocument;
const raw = (sha256: string) => new Uint8Array(readFileSync(`${folder}/raw/${sha256}`));
const about = (id: string) => run.predictions.find((one) => one.id === id)!;
const ends = async () => "ends" as const;

describe("the reader's verdict", () => {
  it("is the author's for the author's claim, on every prediction of the run", async () => {
    for (const prediction of run.predictions) {
      const verdict = await judgeReader({ claim: prediction.claim }, prediction, run, ends);
      const { reference: _, ...author } = run.verdicts.find((one) => one.prediction === prediction.id)!;
      expect(JSON.parse(JSON.stringify(verdict))).toEqual(author);
    }
  });

  it("differs where the claim does", async () => {
    const claim: Claim = { op: "between", of: ["lease.interval.min"], low: 0, high: 1, unit: "s" };
    expect(await judgeReader({ claim }, about("renew-shortest"), run, ends)).toMatchObject({
      verdict: "REFUTED",
    });
  });

  it("is inconclusive, with the reason, for a name that the run does not have", async () => {
    const claim: Claim = { op: "equals", of: ["nobody"], to: { literal: 1 } };
    expect(await judgeReader({ claim }, about("lease-holder"), run, ends)).toMatchObject({
      verdict: "INCONCLUSIVE",
    });
  });

  it("is not waited for when a pattern does not come to an end", async () => {
    const claim: Claim = { op: "matches", of: ["unknown.message"], pattern: "^(\\w+\\s?)*$" };
    const verdict = await judgeReader({ claim }, about("unknown-message"), run, async () => "slow");
    expect(verdict).toMatchObject({ verdict: "INCONCLUSIVE", unjudged: "slow" });
  });
});

it("only what was predicted first is counted as that; broken seals count nowhere", () => {
  const desk = createDesk({
    chapter: "k06",
    predictions: run.predictions,
    run,
    shelf: testShelf(),
    now: testClock(),
  });
  const claim = about("unknown-reason").claim;
  desk.show(["lease-holder"], "asked");
  for (const id of ["unknown-reason", "lease-holder", "watch-whole", "silence"]) desk.seal(id, claim);
  // sealed unseen on another machine, after it had been seen here
  desk.notebook.seen.set("silence", { prediction: "silence", at: "2026-01-01T00:00:00.000Z", how: "link" });
  const verdict = (prediction: string, kind: Verdict["verdict"]): [string, Verdict] => [
    prediction,
    { prediction, verdict: kind, expected: "", observed: {}, explanation: "" },
  ];
  const mine = new Map([
    verdict("unknown-reason", "CONFIRMED"),
    verdict("lease-holder", "CONFIRMED"),
    verdict("watch-whole", "REFUTED"),
    verdict("silence", "CONFIRMED"),
  ]);
  const authors = new Map(run.verdicts.map((one) => [one.prediction, one]));
  expect(scoreOf(desk.notebook, new Set(["watch-whole"]), mine, authors)).toEqual({
    first: { CONFIRMED: 1 },
    after: { CONFIRMED: 2 },
    author: { CONFIRMED: 1 },
  });
});

describe("an own run from the file of lab export", () => {
  const bytes = packRun(run, raw);

  it("is taken when every digest, value and verdict comes out again", async () => {
    const own = await openOwnRun(bytes);
    expect(own.report.ok).toBe(true);
    expect(own.run).toEqual(run);
    expect(judgeAuthor(about("unknown-reason"), own.run!).verdict).toBe("CONFIRMED");
  });

  it.each([700, 5000, bytes.length - 2000])(
    "is refused when byte %i was changed, with the reason",
    async (at) => {
      const changed = bytes.slice();
      changed[at] = changed[at]! ^ 1;
      const own = await openOwnRun(changed);
      expect(own.run).toBeUndefined();
      expect(own.report.checks.some(({ ok, detail }) => !ok && detail.length > 10)).toBe(true);
    },
  );

  it("is refused when it is no bundle at all", async () => {
    for (const junk of [new Uint8Array(0), new TextEncoder().encode("{}"), new Uint8Array([0x1f, 0x8b, 8])])
      expect((await openOwnRun(junk)).run).toBeUndefined();
  });
});
