import { describe, expect, it } from "vitest";
import { chainFrom } from "../../src/model/chain/chain.js";
import { LAYOUTS, laidOutBytes } from "../support/layouts.js";
import { toldByChain } from "../support/told.js";
import { compose, recorded, withVm } from "./chain/compose.js";

const SCENARIOS = [
  "c26-normal",
  "c26-recreated",
  "c26-missing-entrypoint",
  "init-sidecar-crashloop",
  "static-pod",
];

describe.each(LAYOUTS)("G16: JSON in the layout %s", (layout) => {
  it.each(SCENARIOS)("gives the same chain: %s", (scenario) => {
    const input = compose(withVm(recorded(scenario)));
    const steps = input.steps.map((step) => ({ ...step, stdout: laidOutBytes(step.stdout, layout) }));
    expect(steps.map(({ stdout }) => stdout.length)).not.toEqual(
      input.steps.map(({ stdout }) => stdout.length),
    );
    expect(toldByChain(chainFrom({ ...input, steps }))).toEqual(toldByChain(chainFrom(input)));
  });
});
