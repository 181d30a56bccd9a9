import type { z } from "zod";
import type { Chain } from "../chain/types.js";
import { canonical } from "../hash.js";
import type { Raw } from "../observe.js";
import { lookup } from "../predictions/lookup.js";
import { operators } from "../predictions/operators/index.js";
import type { RunDocument } from "../run.js";
import type { SchemaFault } from "../schema.js";
import { prove } from "./citation.js";
import { splicedGenerations } from "./generation.js";
import { judgeStatements, notRunParts } from "./not-run.js";
import { answerSchemaFaults, citation as citationSchema, prediction as predictionSchema } from "./schema.js";
import { sealOf } from "./seal.js";
import { placeholderNames } from "./text.js";
import type { Answer, Citation, SealedPrediction } from "./types.js";

/** What an answer is checked against. */
export interface Evidence {
  /** The run that the answer names; absent when it is not kept. */
  run?: RunDocument;
  raw: Raw;
  /** When the chapter's runs began, as its history has them; absent where the history is not at hand. */
  begun?: { id: string; startedAt: string }[];
  /** The chapter's other runs that are kept. */
  others?: RunDocument[];
  /** The chapter's exercises; absent where the lab is not at hand. */
  exercises?: string[];
}

/**
 * Every fault of an answer at once, each with its path; none means that it may be published. Parts that are not to the
 * schema do not keep the others from being checked.
 */
export function checkAnswer(json: unknown, evidence: Evidence): SchemaFault[] {
  const answer = (typeof json === "object" && json !== null ? json : {}) as Partial<Answer>;
  const prediction = part<SealedPrediction>(predictionSchema, answer.prediction);
  return [
    ...answerSchemaFaults(json),
    ...exerciseFaults(answer, evidence),
    ...runFaults(answer, prediction, evidence),
    ...(prediction ? predictionFaults(answer, prediction, evidence) : []),
    ...(evidence.run ? claimFaults(answer, prediction, evidence.run, evidence) : []),
  ];
}

function exerciseFaults({ exercise, chapter }: Partial<Answer>, { exercises }: Evidence): SchemaFault[] {
  if (!exercises || exercise === undefined || exercises.includes(exercise)) return [];
  return [
    {
      path: "exercise",
      message: `${chapter} has no exercise ${exercise}; it has ${exercises.join(", ") || "none"}`,
    },
  ];
}

function runFaults(
  answer: Partial<Answer>,
  prediction: SealedPrediction | undefined,
  { run }: Evidence,
): SchemaFault[] {
  const fault = (message: string, path = "run") => [{ path, message }];
  if (!answer.run) return []; // the schema's fault
  if (!run) return fault(`there is no run ${answer.run} of ${answer.chapter}`);
  if (run.chapter !== answer.chapter) return fault(`run ${run.id} is of chapter ${run.chapter}`);
  const parts = notRunParts(run, prediction?.statements ?? []);
  const names = parts.map(({ part }) => part);
  const declared = Array.isArray(answer.notRun) ? answer.notRun : [];
  const faults = [
    ...parts
      .filter(({ part }) => !declared.includes(part))
      .flatMap(({ part, reason }) => fault(`${part} was NOT_RUN and is not declared: ${reason}`, "notRun")),
    ...declared
      .filter((name) => !names.includes(name))
      .flatMap((name) => fault(`${name} was not NOT_RUN`, "notRun")),
  ];
  if (run.status === "COMPLETE") return faults;
  const failed = run.steps.filter(
    (step) => step.case !== "setup" && /^(FAILED|TIMED_OUT)$/.test(step.status),
  );
  if (run.status !== "PARTIAL" || failed.length > 0 || names.length === 0) {
    const why = failed.map(({ id, status }) => `step ${id} ${status}`).join(", ") || (run.statusReason ?? "");
    return [...fault(`run ${run.id} is ${run.status}, expected COMPLETE${why && `: ${why}`}`), ...faults];
  }
  // PARTIAL only for what was NOT_RUN: an answer that says so may be published, so marked
  return faults;
}

function predictionFaults(
  answer: Partial<Answer>,
  prediction: SealedPrediction,
  { run, begun = [] }: Evidence,
): SchemaFault[] {
  const fault = (path: string, message: string) => ({ path: `prediction.${path}`, message });
  const { sealedAt, access, statements, digest } = prediction;
  const faults: SchemaFault[] = [];
  const { chapter = "", exercise = "" } = answer;
  const seal = sealOf({ chapter, exercise }, prediction);
  if (seal !== digest)
    faults.push(
      fault(
        "digest",
        `the prediction has the digest ${seal}: it was changed after it was sealed with ${digest}`,
      ),
    );
  if (access === "NOTHING_RUN") {
    const earliest = [...(run ? [run] : []), ...begun]
      .filter(({ startedAt }) => startedAt <= sealedAt)
      .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1))[0];
    if (earliest)
      faults.push(
        fault(
          "access",
          `was sealed at ${sealedAt}, after run ${earliest.id} began at ${earliest.startedAt}: not NOTHING_RUN`,
        ),
      );
  }
  const ids = new Set<string>();
  for (const [index, { id, claim }] of statements.entries()) {
    if (ids.has(id)) faults.push(fault(`statements.${index}.id`, `${id} is there twice`));
    ids.add(id);
    // a verdict is cited by this name: it must not stand for the run's prediction of that name
    const sealedThere = run?.predictions.find((one) => one.id === id);
    if (sealedThere && canonical(sealedThere.claim) !== canonical(claim))
      faults.push(
        fault(`statements.${index}.id`, `run ${run!.id} has a prediction ${id} that claims something else`),
      );
    if (!Object.hasOwn(operators, claim.op) && claim.op !== "absent")
      faults.push(fault(`statements.${index}.claim.op`, `there is no operator ${claim.op}`));
    const refs = [...claim.of, ...(claim.to && "observed" in claim.to ? [claim.to.observed] : [])];
    for (const ref of run ? refs : []) {
      if (!isKnown(ref, run!))
        faults.push(fault(`statements.${index}.claim`, `run ${run!.id} observes no ${ref}`));
    }
  }
  return faults;
}

/** Observed or missing with a reason; a link that a whole chain lacks is known to be missing. */
function isKnown(ref: string, run: RunDocument): boolean {
  const found = lookup(ref, run);
  if ("value" in found || found.missing !== "UNKNOWN") return true;
  const slash = ref.indexOf("/");
  return slash > 0 ? run.chains.some(({ id }) => id === ref.slice(0, slash)) : ref in run.observations;
}

function claimFaults(
  answer: Partial<Answer>,
  prediction: SealedPrediction | undefined,
  run: RunDocument,
  { raw, others }: Evidence,
): SchemaFault[] {
  const verdicts = judgeStatements(run, prediction?.statements ?? []);
  const cited = { run, raw, verdicts, ...(others && { others }) };
  const ids = new Set<unknown>();
  return listOf(answer.claims).flatMap((claim, index) => {
    const path = `claims.${index}`;
    const faults: SchemaFault[] = [];
    if (claim.id !== undefined && ids.has(claim.id))
      faults.push({ path: `${path}.id`, message: `${claim.id} is there twice` });
    ids.add(claim.id);
    const evidence = listOf(claim.evidence).map((one) => part<Citation>(citationSchema, one));
    for (const [at, one] of evidence.entries()) {
      const result = one && prove(one, cited);
      if (result && "fault" in result) faults.push({ path: `${path}.evidence.${at}`, message: result.fault });
    }
    const spliced = claim.across !== "generations" && splicedGenerations(chainsOf(evidence, run));
    if (spliced)
      faults.push({
        path: `${path}.evidence`,
        message: `${spliced}; a claim that compares them says \`across: generations\``,
      });
    return [...faults, ...textFaults(claim.text, evidence, path)];
  });
}

function chainsOf(evidence: (Citation | undefined)[], run: RunDocument): Chain[] {
  const names = evidence.flatMap((one) =>
    one && "link" in one ? [one.link.slice(0, one.link.indexOf("/"))] : [],
  );
  return run.chains.filter(({ id }) => names.includes(id));
}

/** Values come from evidence: a text may only name what its claim cites. */
function textFaults(text: unknown, evidence: (Citation | undefined)[], path: string): SchemaFault[] {
  if (evidence.length === 0) return []; // that is said already
  const names = evidence.flatMap((one) =>
    one && "observation" in one ? [one.observation] : one && "link" in one ? [one.link] : [],
  );
  return (["en", "zh"] as const).flatMap((lang) => {
    const words = (text as Record<string, unknown> | undefined)?.[lang];
    return placeholderNames(typeof words === "string" ? words : "")
      .filter((name) => !names.includes(name))
      .map((name) => ({ path: `${path}.text.${lang}`, message: `{{${name}}} is not cited by the claim` }));
  });
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map((one) => (typeof one === "object" && one !== null ? one : {})) : [];
}

function part<T>(schema: z.ZodType, value: unknown): T | undefined {
  return schema.safeParse(value).success ? (value as T) : undefined;
}
