import { addresses, addressSteps, ipv6 } from "./derive-addresses.js";
import { distribution, type RankTest, rankTest } from "./distribution.js";
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
  const value = recipe.op === "rank" ? compare(recipe.of, values) : calculate(recipe.op, values);
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
  if (op === "rankP") return ranked(values)?.p;
  if (op === "distinct")
    return values.flat().filter((value, i, all) => all.findIndex((v) => same(v, value)) === i);
  if (op === "common") return common(values);
  if (op === "addresses") return addresses(values);
  if (op === "ipv6") return ipv6(values);
  if (op === "addressSteps") return addressSteps(values);
  if (op === "median" || op === "iqr" || op === "min" || op === "max") {
    const all = samples(values);
    return all && all.length > 0 ? distribution(all)[op] : undefined;
  }
  const numbers = values.map(numeric);
  if (numbers.some((n) => n === undefined)) return undefined;
  const [a, b] = numbers as [number, number];
  if (op === "sum") return (numbers as number[]).reduce((sum, n) => sum + n, 0);
  if (op === "ratio" && b === 0) return undefined;
  return op === "ratio" ? a / b : a - b;
}

/** What every list has, in the order of the first. */
function common([first, ...others]: Value[]): Value[] {
  const lists = others.map((other) => [other].flat());
  return [first ?? []].flat().filter((value) => lists.every((list) => list.some((one) => same(one, value))));
}

/** Says which list tends to be greater by the name it is observed under. */
function compare(names: string[], values: Value[]): string | undefined {
  switch (ranked(values)?.difference) {
    case "a is greater":
      return `${names[0]} is greater`;
    case "b is greater":
      return `${names[1]} is greater`;
    case "none":
      return "no difference is shown";
    case "too few samples":
      return "too few samples";
    default:
      return undefined;
  }
}

function ranked(values: Value[]): RankTest | undefined {
  const [a, b, ...more] = values.map((value) => samples([value]));
  return a && b && more.length === 0 ? rankTest(a, b) : undefined;
}

/** Numbers, and the numbers of lists; undefined when something else is among them. */
function samples(values: Value[]): number[] | undefined {
  const numbers = values.flat().map(numeric);
  return numbers.every((n) => n !== undefined) ? (numbers as number[]) : undefined;
}
