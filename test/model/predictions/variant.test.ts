import { describe, expect, it } from "vitest";
import { judge } from "../../../src/model/predictions/judge.js";
import type { Claim, Prediction } from "../../../src/model/predictions/types.js";
import type { Environment, Value } from "../../../src/model/run.js";

const NOW = ["general", "baseline", "restricted", "netadmin", "sysadmin"];
const OFFERED = "profiles.offered";
const sameSet = (literal: Value): Claim => ({ op: "sameSet", of: [OFFERED], to: { literal } });
const on = (kubectl: string, ...kubelets: string[]) =>
  ({
    vm: { kernel: "6.1" },
    nodes: kubelets.map((kubelet) => ({ kubelet })),
    capabilities: [{ name: "kubectl", found: `Client Version: ${kubectl}` }],
  }) as unknown as Environment;

const verdict = (prediction: Partial<Prediction>, value: Value, environment?: Environment) => {
  const text = { en: "", zh: "" };
  const whole: Prediction = { id: "p", case: "c", text, claim: sameSet(NOW), ...prediction };
  const observations = { [OFFERED]: { value, source: { step: "help", stream: "stdout" as const } } };
  const [one] = judge([whole], { observations, chains: [], steps: [], ...(environment && { environment }) });
  return [one!.verdict, one!.explanation];
};

describe("G23: the version is part of the answer", () => {
  const variants = [{ of: "kubectl" as const, below: "1.36", claim: sameSet(["legacy", ...NOW]) }];

  it("compares a set as a set", () => {
    expect(verdict({}, NOW.toReversed())[0]).toBe("CONFIRMED");
    expect(verdict({}, ["legacy", ...NOW.slice(1)])).toEqual([
      "REFUTED",
      expect.stringMatching(/has also \["legacy"\] and lacks \["general"\]$/),
    ]);
    expect(verdict({}, "general")[0]).toBe("INCONCLUSIVE");
  });

  it("judges what is said of the version that was recorded, and says so", () => {
    const old = ["legacy", ...NOW];
    expect(verdict({ variants }, old, on("v1.34.9", "v1.34.9"))).toEqual([
      "CONFIRMED",
      expect.stringMatching(/\(as predicted for kubectl below 1\.36, this is 1\.34\)$/),
    ]);
    expect(verdict({ variants }, old, on("v1.9.0"))[0]).toBe("CONFIRMED");
    expect(verdict({ variants }, NOW, on("v1.36.2"))[0]).toBe("CONFIRMED");
    expect(verdict({ variants }, old, on("v1.36.2"))[0]).toBe("REFUTED");
    expect(verdict({ variants }, NOW, on("v1.34.9"))[0]).toBe("REFUTED");
    // who did not record a version says what is said without one
    expect(verdict({ variants }, NOW)[0]).toBe("CONFIRMED");
  });

  it("takes the variant for nodes of two versions only when it is said of both", () => {
    const nodes = [{ of: "kubernetes" as const, from: "1.32", below: "1.35", claim: sameSet(["x"]) }];
    expect(verdict({ variants: nodes }, ["x"], on("v1.36.2", "v1.33.1", "v1.34.9"))[0]).toBe("CONFIRMED");
    expect(verdict({ variants: nodes }, ["x"], on("v1.36.2", "v1.34.9", "v1.35.0"))[0]).toBe("REFUTED");
    expect(verdict({ variants: nodes }, ["x"], on("v1.36.2", "v1.31.0"))[0]).toBe("REFUTED");
  });
});
