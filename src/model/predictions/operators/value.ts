import type { Value } from "../../run.js";
import { type Operator, same, show, typed } from "./operator.js";

/** The observed value means the same as the other one, by the rule of meaning.ts. */
export const equals: Operator = (_claim, [value], to) =>
  same(value, to)
    ? { holds: true, because: `it is ${show(value)}` }
    : { holds: false, because: `expected ${typed(to)}, got ${typed(value)}` };

/** The text matches a regular expression. */
export const matches: Operator = (claim, [value]) => {
  const text = textOf(value);
  if (text === undefined) return { unfit: `expected text, got ${typed(value)}` };
  const holds = new RegExp(claim.pattern ?? "").test(text);
  return { holds, because: `${show(value)} ${holds ? "matches" : "does not match"} /${claim.pattern}/` };
};

/** The list has that element, or the text has that part. */
export const contains: Operator = (_claim, [value], to) => {
  if (typeof value === "string" && typeof to === "string") {
    return {
      holds: value.includes(to),
      because: `${show(value)} ${value.includes(to) ? "has" : "lacks"} ${show(to)}`,
    };
  }
  if (!Array.isArray(value)) return { unfit: `expected a list or text, got ${typed(value)}` };
  const holds = value.some((element) => same(element, to));
  return { holds, because: `${show(value)} ${holds ? "has" : "lacks"} ${show(to)}` };
};

/** A number has digits that a pattern can speak of, and a list of one text is that text. */
function textOf(value: Value | undefined): string | undefined {
  if (Array.isArray(value)) return value.length === 1 ? textOf(value[0]) : undefined;
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
}
