import type { Found } from "./lookup.js";
import { show } from "./operators/operator.js";
import type { Claim } from "./types.js";

/** The claim in words, its right-hand side filled in where it was observed. */
export function describe(claim: Claim, found: Map<string, Found>): string {
  const names = claim.of.join(", ");
  const to = operand(claim, found);
  const unit = claim.unit ? ` ${claim.unit}` : "";
  switch (claim.op) {
    case "within":
      return `${names} within ${to} ± ${claim.tolerance}${unit}`;
    case "between":
      return `${names} between ${claim.low ?? "−∞"} and ${claim.high ?? "∞"}${unit}`;
    case "matches":
      return `${names} matches /${claim.pattern}/`;
    case "before":
      return `${claim.of[0]} before ${claim.of[1]}`;
    case "sameNamespace":
    case "differentNamespace":
      return `${names}: ${claim.op === "sameNamespace" ? "same" : "different"} ${claim.namespace} namespace`;
    default:
      return `${names} ${claim.op}${to === "" ? "" : ` ${to}`}`;
  }
}

function operand(claim: Claim, found: Map<string, Found>): string {
  if (!claim.to) return "";
  if ("literal" in claim.to) return show(claim.to.literal);
  const f = found.get(claim.to.observed);
  return f && "value" in f ? `${claim.to.observed} (${show(f.value)})` : claim.to.observed;
}
