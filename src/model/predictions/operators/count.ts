import { numeric, type Operator, typed } from "./operator.js";

/** A list has so many elements, or a number is that many. */
export const count: Operator = (_claim, [value], to) => {
  const got = Array.isArray(value) ? value.length : numeric(value);
  if (got === undefined) return { unfit: `expected a list or a number, got ${typed(value)}` };
  const want = Array.isArray(to) ? to.length : numeric(to);
  return { holds: got === want, because: got === want ? `there are ${got}` : `expected ${want}, got ${got}` };
};
