import type { Environment } from "../run.js";
import { minorsOf } from "./minors.js";
import type { Claim, Prediction, Variant } from "./types.js";

/** What is judged on the versions that a run recorded, and in words which variant that is. */
export function claimOn(
  { claim, variants = [] }: Pick<Prediction, "claim" | "variants">,
  environment: Environment | undefined,
): { claim: Claim; said?: string } {
  for (const variant of variants) {
    const minors = minorsFor(variant.of, environment);
    // of nodes in the middle of an upgrade a variant is said when it is said of every one
    if (minors.length > 0 && minors.every((minor) => fits(variant, minor)))
      return {
        claim: variant.claim,
        said: `as predicted for ${rangeOf(variant)}, this is ${minors.join(" and ")}`,
      };
  }
  return { claim };
}

function minorsFor(of: Variant["of"], environment: Environment | undefined): string[] {
  if (!environment) return [];
  if (of === "kubernetes") return minorsOf(environment);
  const found = environment.capabilities.find(({ name }) => name === "kubectl")?.found ?? "";
  return /\bv(\d+\.\d+)\./.exec(found)?.slice(1) ?? [];
}

function fits({ from, below }: Variant, minor: string): boolean {
  return (
    (from === undefined || order(minor) >= order(from)) &&
    (below === undefined || order(minor) < order(below))
  );
}

/** `1.9` comes before `1.10`. */
function order(minor: string): number {
  const [major = 0, rest = 0] = minor.split(".").map(Number);
  return major * 10_000 + rest;
}

function rangeOf({ of, from, below }: Variant): string {
  const name = of === "kubernetes" ? "Kubernetes" : "kubectl";
  return [name, from && `from ${from}`, below && `below ${below}`].filter(Boolean).join(" ");
}
