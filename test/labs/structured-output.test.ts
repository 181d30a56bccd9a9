import { describe, expect, it } from "vitest";
import { loadAll } from "../../data-loaders/labs.js";
import type { Lab, Step } from "../../labs/vocabulary/lab.js";
import { allSteps } from "../../labs/vocabulary/walk.js";

/** Steps whose output is JSON: by what they are, by what they are complete with, by what their command asks for. */
function printsJson(step: Step): boolean {
  if (step.kind === "until") return printsJson(step.step);
  const argv = "argv" in step ? step.argv : "args" in step ? (step.args as string[]) : [];
  const isAsked = argv.some(
    (word, index) =>
      /^(-j|-J|--json|--output=json|-ojson)$/.test(word) ||
      (/^(-o|--output)$/.test(argv[index - 1] ?? "") && word === "json"),
  );
  return ["api", "watch"].includes(step.kind) || step.complete?.json === true || isAsked;
}

/** Recipes that look for a pattern in JSON: another blank, another order of keys, and they find nothing. */
function patternsOverJson(lab: Lab): string[] {
  const steps = new Map(allSteps(lab).map(({ step }) => [step.id, step]));
  return Object.entries(lab.observations).flatMap(([name, recipe]) => {
    if (recipe.from !== "step" || recipe.stream === "stderr") return [];
    const { extract } = recipe;
    const pattern = "pattern" in extract ? extract.pattern : undefined;
    if (pattern === undefined) return [];
    const step = steps.get(recipe.step);
    return (step && printsJson(step)) || /"\w+":|":/.test(pattern)
      ? [`${lab.id}: ${name}: /${pattern}/`]
      : [];
  });
}

describe("structured output is read as structure (G16)", () => {
  it("no sheet looks for a pattern in JSON", async () => {
    const labs = await loadAll();
    expect(labs.flatMap(({ lab }) => patternsOverJson(lab))).toEqual([]);
  });

  it("would find one", async () => {
    const { lab } = (await loadAll()).find((one) => one.lab.id === "c26")!;
    const step = allSteps(lab).find(({ step: one }) => printsJson(one))!.step.id;
    const bad = { from: "step" as const, step, extract: { kind: "match" as const, pattern: "x" } };
    expect(patternsOverJson({ ...lab, observations: { bad } })).toEqual(["c26: bad: /x/"]);
  });

  it("no step waits for a pattern in JSON", async () => {
    const waits = (await loadAll()).flatMap(({ lab }) =>
      allSteps(lab).flatMap(({ step }) =>
        step.kind === "until" &&
        step.stdoutMatches !== undefined &&
        (printsJson(step.step) || /":/.test(step.stdoutMatches))
          ? [`${lab.id}: ${step.id}: /${step.stdoutMatches}/`]
          : [],
      ),
    );
    expect(waits).toEqual([]);
  });
});
