import { type Operator, same, show } from "./operator.js";

/** The observed value is exactly the other one. */
export const equals: Operator = (_claim, [value], to) =>
  same(value, to)
    ? { holds: true, because: `it is ${show(value)}` }
    : { holds: false, because: `expected ${show(to)}, got ${show(value)}` };

/** The text matches a regular expression. */
export const matches: Operator = (claim, [value]) => {
  if (typeof value !== "string") return { unfit: `expected text, got ${show(value)}` };
  const holds = new RegExp(claim.pattern ?? "").test(value);
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
  if (!Array.isArray(value)) return { unfit: `expected a list or text, got ${show(value)}` };
  const holds = value.some((element) => same(element, to));
  return { holds, because: `${show(value)} ${holds ? "has" : "lacks"} ${show(to)}` };
};
