import type { Recipe } from "./extract/types.js";
import type { Found } from "./predictions/lookup.js";
import { numeric, same } from "./predictions/operators/operator.js";
import type { Observation, Value } from "./run.js";

/** A value calculated from other observations. Its proof is theirs: the pointer names them. */
export function derive(recipe: Recipe & { from: "derived" }, look: (ref: string) => Found): Observation {
  const unit = recipe.unit === undefined ? {} : { unit: recipe.unit };
  const values: Value[] = [];
  for (const ref of recipe.of) {
    const found = look(ref);
    if ("missing" in found) {
      const missing = found.missing === "UNKNOWN" ? "FAILED" : found.missing;
      return { ...unit, missing, reason: `${ref}: ${found.reason}` };
    }
    values.push(found.value);
  }
  const value = calculate(recipe.op, values);
  if (value === undefined) {
    return {
      ...unit,
      missing: "FAILED",
      reason: `${recipe.op} of ${values.map((v) => JSON.stringify(v)).join(", ")}`,
    };
  }
  const pointer = `${recipe.op}(${recipe.of.join(", ")})`;
  return { ...unit, value, source: { step: "derived", stream: "record", pointer } };
}

function calculate(op: (Recipe & { from: "derived" })["op"], values: Value[]): Value | undefined {
  if (op === "equal") return values.every((value) => same(value, values[0]));
  if (op === "count") return values.flat().length;
  const numbers = values.map(numeric);
  if (numbers.some((n) => n === undefined)) return undefined;
  const [a, b] = numbers as [number, number];
  if (op === "sum") return (numbers as number[]).reduce((sum, n) => sum + n, 0);
  if (op === "ratio" && b === 0) return undefined;
  return op === "ratio" ? a / b : a - b;
}
