import { isSameKind } from "../../src/model/compare/version.js";
import { digestOf } from "../../src/model/hash.js";
import { minorsOf } from "../../src/model/predictions/minors.js";
import type { Environment, RunDocument } from "../../src/model/run.js";

/** What the book speaks of; see labs/environment/versions.ts. */
export interface Book {
  kubernetes: string;
  families: readonly string[];
}

/** Where a run goes: the chapter's evidence, the runs kept beside it, or the newest attempt that replaced nothing. */
export interface Place {
  as: "evidence" | "kept" | "attempt";
  /** Why it is not the chapter's evidence, as half a sentence. */
  because?: string;
}

/**
 * Never does a run take the place of one that observed more, or that answers for the book's version of Kubernetes when it
 * does not itself.
 * @param before the chapter's evidence
 * @param kept the runs beside it
 */
export function placeOf(
  run: RunDocument,
  before: RunDocument | undefined,
  kept: RunDocument[],
  book: Book,
): Place {
  const isIdle = run.status === "NOT_RUN" || run.status === "ABORTED";
  if (!before || (before.status === "NOT_RUN" && (!isIdle || run.status === "NOT_RUN")))
    return { as: "evidence" };
  if (run.startedAt < before.startedAt && before.status !== "NOT_RUN")
    return { as: run.status === "NOT_RUN" ? "attempt" : "kept", because: "the chapter's run is newer" };
  if (isIdle) return { as: "attempt", because: `it is ${run.status}` };
  if (isSameKind(before.environment, run.environment)) {
    const lack = lesser(before, run);
    return lack === undefined ? { as: "evidence" } : { as: "attempt", because: lack };
  }
  if (run.status === "COMPLETE" && preference(run.environment, book) > preference(before.environment, book))
    return { as: "evidence" };
  const because = `it ran on ${named(run.environment)}, and the chapter's evidence is of ${named(before.environment)}`;
  const alike = kept.filter((one) => isSameKind(one.environment, run.environment));
  const lack = alike.map((one) => lesser(one, run)).find((one) => one !== undefined);
  return lack === undefined ? { as: "kept", because } : { as: "attempt", because: lack };
}

const RANK = { NOT_RUN: 0, ABORTED: 1, PARTIAL: 2, COMPLETE: 3 } as const;

/** What a run observed less than an earlier one that was asked the same. */
function lesser(before: RunDocument, run: RunDocument): string | undefined {
  if (sheetOf(before) !== sheetOf(run)) return undefined;
  if (RANK[run.status] < RANK[before.status])
    return `it is ${run.status}, run ${before.id} is ${before.status}`;
  const [had, has] = [decided(before), decided(run)];
  return has < had
    ? `it decided ${has} of ${run.verdicts.length} predictions, run ${before.id} decided ${had}`
    : undefined;
}

/** How many predictions came to a verdict that says yes or no. */
export function decided({ verdicts }: Pick<RunDocument, "verdicts">): number {
  return verdicts.filter(({ verdict }) => verdict === "CONFIRMED" || verdict === "REFUTED").length;
}

/** What a run was asked: the lab without the code that reads the output. */
function sheetOf({ labParts }: RunDocument): string {
  return digestOf(
    Object.fromEntries(Object.entries(labParts).filter(([part]) => !part.startsWith("model/"))),
  );
}

/** The book's version before all others, then the newer minor. */
function preference(environment: Environment, book: Book): number {
  const minors = minorsOf(environment);
  const families = environment.families ?? ["IPv4"];
  const isPlain = families.join() === book.families.join();
  if (isPlain && minors.join() === book.kubernetes) return Number.POSITIVE_INFINITY;
  const [major = 0, minor = 0] = (minors.at(-1) ?? "").split(".").map(Number);
  return isPlain ? major * 1000 + minor : -1;
}

function named(environment: Environment): string {
  const minors = minorsOf(environment);
  const families = environment.families ?? [];
  const kubernetes = minors.length > 0 ? `Kubernetes ${minors.join(" and ")}` : "no cluster";
  return families.length > 0 && families.join() !== "IPv4"
    ? `${kubernetes} with ${families.join(" and ")}`
    : kubernetes;
}
