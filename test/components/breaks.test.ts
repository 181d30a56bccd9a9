import { expect, test } from "vitest";
import { proofOf } from "../../src/components/proof.js";
import { lookup } from "../../src/model/predictions/lookup.js";
import { sampleRun } from "../fixtures/site/sample.js";

const broken = "container.app.image.repoDigest";

test("a chain's breaks are listed by link, and their proof is the chain's step", () => {
  expect(proofOf(sampleRun, "normal/breaks")).toEqual({
    value: [broken],
    sources: [{ step: "normal", stream: "record" }],
    of: [`normal/${broken}`],
  });
  expect(proofOf(sampleRun, "normal/first-break")).toMatchObject({ value: broken });
});

test("a chain without a break has an empty list and no first break", () => {
  const chains = sampleRun.chains.map((one) => ({ ...one, links: one.links.filter((link) => !link.break) }));
  const whole = { ...sampleRun, chains };
  expect(proofOf(whole, "normal/breaks")).toMatchObject({ value: [] });
  expect(proofOf(whole, "normal/first-break")).toMatchObject({ missing: "absent" });
  expect(lookup("normal/breaks", whole)).toEqual({ value: [] });
  expect(lookup("normal/first-break", whole)).toMatchObject({ missing: "NOT_FOUND" });
});

test("predictions and pages see the same breaks; a chain that was not collected has none to show", () => {
  expect(lookup("again/breaks", sampleRun)).toEqual({ value: [broken] });
  expect(lookup("nothing/breaks", sampleRun)).toMatchObject({ missing: "NOT_RUN" });
  expect(proofOf(sampleRun, "nothing/breaks")).toMatchObject({ missing: "NOT_FOUND" });
});
