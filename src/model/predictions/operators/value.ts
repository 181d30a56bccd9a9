import type { Value } from "../../run.js";
import { type Operator, same, show, typed } from "./operator.js";

/** The observed value means the same as the other one, by the rule of meaning.ts. */
export const equals: Operator = (_claim, [value], to) =>
  same(value, to)
    ? { holds: true, because: `it is ${show(value)}` }
    : { holds: false, because: `expected ${typed(to)}, got ${typed(value)}` };

/** Two lists have the same elements, in whatever order. */
export const sameSet: Operator = (_claim, [value], to) => {
  if (!Array.isArray(value) || !Array.isArray(to))
    return { unfit: `expected two lists, got ${typed(value)} and ${typed(to)}` };
  const without = (some: Value[], others: Value[]) =>
    some.filter((one) => !others.some((other) => same(one, other)));
  const [more, less] = [without(value, to), without(to, value)];
  const told = [more.length > 0 && `has also ${show(more)}`, less.length > 0 && `lacks ${show(less)}`];
  return more.length + less.length === 0
    ? { holds: true, because: `it is ${show(value)}` }
    : { holds: false, because: `${show(value)} ${told.filter(Boolean).join(" and ")}` };
};

/** The text, or every text of a list, matches a regular expression. */
export const matches: Operator = (claim, [value]) => {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  if (texts.length === 0) return { unfit: "there is no text: of an empty list nothing is said" };
  if (!texts.every((text) => text !== undefined)) return { unfit: `expected text, got ${typed(value)}` };
  const holds = texts.every((text) => new RegExp(claim.pattern ?? "").test(text));
  return { holds, because: `${show(value)} ${holds ? "matches" : "does not match"} /${claim.pattern}/` };
};

/** The list has that element, or every element of another list; or the text has that part. */
export const contains: Operator = (_claim, [value], to) => {
  if (typeof value === "string" && typeof to === "string") {
    return {
      holds: value.includes(to),
      because: `${show(value)} ${value.includes(to) ? "has" : "lacks"} ${show(to)}`,
    };
  }
  if (!Array.isArray(value)) return { unfit: `expected a list or text, got ${typed(value)}` };
  const wanted = Array.isArray(to) ? to : [to];
  if (wanted.length === 0) return { unfit: "there is nothing to look for: an empty list is in every list" };
  const holds = wanted.every((one) => value.some((element) => same(element, one)));
  return { holds, because: `${show(value)} ${holds ? "has" : "lacks"} ${show(to)}` };
};

/** A number has digits that a pattern can speak of, and a list of one text is that text. */
function textOf(value: Value | undefined): string | undefined {
  if (Array.isArray(value)) return value.length === 1 ? textOf(value[0]) : undefined;
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
}
