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

/** Commands whose output is a table for people: its columns move with the longest cell and with the version. */
const TABLES = [
  ["ctr", /^(images|containers|tasks|snapshots|leases|content|namespaces)$/, /^(ls|list|check)$/],
  ["crictl", /^(ps|pods|images|stats|statsp|img)$/],
  ["docker", /^(ps|images|stats)$/],
] as const;

/** Options with which these print bare values or JSON instead of a table. */
const PLAIN = /^(-q|--quiet|--format(=.*)?|-o\w*|--output(=.*)?)$/;

function printsTable(step: Step): boolean {
  if (step.kind === "until") return printsTable(step.step);
  const argv = "argv" in step ? step.argv : [];
  if (argv.some((word) => PLAIN.test(word))) return false;
  if (step.kind === "kubectl") return argv[0] === "get";
  return TABLES.some(
    ([program, ...words]) =>
      argv[0] === program && words.every((word) => argv.slice(1).some((one) => word.test(one))),
  );
}

/** Recipes that look for a pattern in a table: one column more, and they read another cell. */
function patternsOverTables(lab: Lab): string[] {
  const steps = new Map(allSteps(lab).map(({ step }) => [step.id, step]));
  return Object.entries(lab.observations).flatMap(([name, recipe]) => {
    if (recipe.from !== "step" || recipe.stream === "stderr" || !("pattern" in recipe.extract)) return [];
    const step = steps.get(recipe.step);
    return step && printsTable(step) ? [`${lab.id}: ${name}: /${recipe.extract.pattern}/`] : [];
  });
}

/** Patterns that decide whether a step is complete, over JSON or over a table. */
function completeByPattern(lab: Lab): string[] {
  return allSteps(lab).flatMap(({ step }) => {
    const pattern = step.complete?.matches;
    if (pattern === undefined) return [];
    // `crictl info` prints JSON without being asked for it
    const argv = "argv" in step ? step.argv : [];
    const isInfo = argv[0] === "crictl" && argv.includes("info");
    return isInfo || printsJson(step) || printsTable(step) || /"\w+":|":/.test(pattern)
      ? [`${lab.id}: ${step.id}: /${pattern}/`]
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

  it("no sheet looks for a pattern in a table", async () => {
    const labs = await loadAll();
    expect(labs.flatMap(({ lab }) => patternsOverTables(lab))).toEqual([]);
  });

  it("no step is complete by a pattern in JSON or a table", async () => {
    const labs = await loadAll();
    expect(labs.flatMap(({ lab }) => completeByPattern(lab))).toEqual([]);
  });

  it("would find a table, and lets bare values and JSON be", () => {
    const at = (argv: string[]) => printsTable({ kind: "node", argv } as unknown as Step);
    expect(at(["ctr", "-n", "k8s.io", "images", "check", "name==x"])).toBe(true);
    expect(at(["crictl", "ps", "-a"])).toBe(true);
    expect(at(["crictl", "ps", "-a", "-q"])).toBe(false);
    expect(at(["crictl", "images", "-o", "json"])).toBe(false);
    expect(printsTable({ kind: "kubectl", argv: ["get", "pods"] } as unknown as Step)).toBe(true);
    expect(printsTable({ kind: "kubectl", argv: ["get", "pods", "-ojson"] } as unknown as Step)).toBe(false);
  });
});
