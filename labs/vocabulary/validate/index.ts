import type { Lab } from "../lab.js";
import { allSteps } from "../walk.js";
import { observationFaults } from "./observations.js";
import { predictionFaults } from "./predictions.js";
import { stepFaults } from "./steps.js";
import { textFaults } from "./texts.js";
import { wordFaults } from "./words.js";

/** Every fault of a lab sheet, each as `<path>: <what is wrong and what would be right>`. */
export function faultsOf(lab: Lab): string[] {
  return [
    ...idFaults(lab),
    ...wordFaults(lab),
    ...textFaults(lab),
    ...stepFaults(lab),
    ...observationFaults(lab),
    ...predictionFaults(lab),
    ...exerciseFaults(lab),
  ];
}

function idFaults(lab: Lab): string[] {
  const faults: string[] = [];
  if (!/^[cek]\d\d$/.test(lab.id)) faults.push(`id: expected cNN, eNN or kNN, got ${JSON.stringify(lab.id)}`);
  const cases = new Set<string>();
  for (const [i, c] of lab.cases.entries()) {
    if (cases.has(c.id)) faults.push(`cases[${i}].id: ${c.id} is there twice`);
    cases.add(c.id);
    if (c.steps.length === 0) faults.push(`cases[${i}].steps: a case needs at least one step`);
    if (c.after && !lab.cases.slice(0, i).some((earlier) => earlier.id === c.after)) {
      faults.push(`cases[${i}].after: no earlier case ${c.after}`);
    }
  }
  if (lab.cases.length === 0) faults.push("cases: a lab needs at least one case");
  const steps = new Set<string>();
  for (const { step, path } of allSteps(lab)) {
    if (steps.has(step.id)) faults.push(`${path}.id: step ${step.id} is there twice`);
    if (!/^[a-z0-9][a-z0-9.-]*$/.test(step.id)) {
      faults.push(`${path}.id: expected lower case, digits, dots and dashes, got ${JSON.stringify(step.id)}`);
    }
    steps.add(step.id);
  }
  return faults;
}

function exerciseFaults(lab: Lab): string[] {
  const predictions = new Set(lab.predictions.map((p) => p.id));
  return lab.exercises.flatMap((exercise, i) => [
    ...(lab.cases.some((c) => c.id === exercise.case)
      ? []
      : [`exercises[${i}].case: no case ${exercise.case}`]),
    ...exercise.predictions
      .filter((id) => !predictions.has(id))
      .map((id) => `exercises[${i}].predictions: no prediction ${id}`),
  ]);
}
