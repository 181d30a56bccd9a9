import { type Operator, same, show } from "./operator.js";

/** The values differ: every one from every other. */
export const changed: Operator = (_claim, values) => {
  const holds = values.every((a, i) => values.every((b, j) => i === j || !same(a, b)));
  return { holds, because: values.map(show).join(holds ? " ≠ " : ", ") };
};

/** All values are the same. */
export const unchanged: Operator = (_claim, values) => {
  const holds = values.every((value) => same(value, values[0]));
  return { holds, because: values.map(show).join(holds ? " = " : ", ") };
};

/** Both processes are in one namespace: the inodes are the same. Namespaces of two boots are never compared. */
export const sameNamespace: Operator = (claim, values, to) =>
  withName(claim.namespace, unchanged(claim, values, to));

/** The processes are in different namespaces: the inodes differ. */
export const differentNamespace: Operator = (claim, values, to) =>
  withName(claim.namespace, changed(claim, values, to));

function withName(namespace: string | undefined, outcome: ReturnType<Operator>): ReturnType<Operator> {
  return "holds" in outcome ? { ...outcome, because: `${namespace} namespace: ${outcome.because}` } : outcome;
}
