import type { Lab, Step } from "./lab.js";

export interface Walked {
  step: Step;
  /** Where it stands in the sheet, such as `cases[0].steps[2].undo.proof[0]`. */
  path: string;
  case?: string;
}

/** Every step of a sheet in its order: cases with their undos and inner steps, then cleanup. */
export function allSteps(lab: Lab): Walked[] {
  return [
    ...lab.cases.flatMap((c, i) => c.steps.flatMap((s, j) => within(s, `cases[${i}].steps[${j}]`, c.id))),
    ...lab.cleanup.flatMap((s, j) => within(s, `cleanup[${j}]`)),
  ];
}

function within(step: Step, path: string, inCase?: string): Walked[] {
  const undo = step.undo;
  return [
    { step, path, ...(inCase && { case: inCase }) },
    ...(step.kind === "until" ? within(step.step, `${path}.step`, inCase).slice(1) : []),
    ...(undo?.steps.flatMap((s, i) => within(s, `${path}.undo.steps[${i}]`, inCase)) ?? []),
    ...(undo?.proof.flatMap((s, i) => within(s, `${path}.undo.proof[${i}]`, inCase)) ?? []),
  ];
}
