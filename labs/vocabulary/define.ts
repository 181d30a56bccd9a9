import type { Lab } from "./lab.js";
import { faultsOf } from "./validate/index.js";

/** What a lab sheet may leave out. */
type Sheet = Omit<
  Lab,
  "exclusive" | "timelines" | "cleanup" | "limits" | "table" | "exercises" | "observations"
> &
  Partial<
    Pick<Lab, "exclusive" | "timelines" | "cleanup" | "limits" | "table" | "exercises" | "observations">
  >;

/** Thrown with every fault of a spec at once. */
export class InvalidLab extends Error {
  readonly exitCode = 2;
  constructor(
    readonly lab: string,
    readonly faults: string[],
  ) {
    super(
      `lab ${lab} has ${faults.length} fault${faults.length === 1 ? "" : "s"}:\n${faults.map((f) => `  ${f}`).join("\n")}`,
    );
  }
}

/** Completes a sheet and refuses it with all its faults, each with its path. */
export function defineLab(sheet: Sheet): Lab {
  const lab: Lab = {
    exclusive: false,
    observations: {},
    timelines: [],
    cleanup: [],
    limits: [],
    table: [],
    exercises: [],
    ...sheet,
  };
  const faults = faultsOf(lab);
  if (faults.length > 0) throw new InvalidLab(lab.id, faults);
  return lab;
}
