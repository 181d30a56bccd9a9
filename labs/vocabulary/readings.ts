/** How observations are read from steps: the right-hand sides of a lab's `observations`. */
import type { LayerId } from "../../src/model/diagnose/types.js";
import type { Extract, Recipe } from "../../src/model/extract/types.js";

type From = { stream?: "stdout" | "stderr"; unit?: string };

function from(step: string, extract: Extract, options: From): Recipe {
  return { from: "step", step, extract, ...options };
}

/** One value of JSON output, by RFC 9535 JSONPath. */
export const json = (step: string, path: string, options: From = {}) =>
  from(step, { kind: "json", path }, options);

/** Every value of JSON output that the JSONPath matches, as a list. */
export const jsonAll = (step: string, path: string, options: From = {}) =>
  from(step, { kind: "json", path, all: true }, options);

/** Group 1 of the first match of a regular expression. */
export const match = (step: string, pattern: string, options: From = {}) =>
  from(step, { kind: "match", pattern }, options);

/** Group 1 of the first match, as a number. */
export const number = (step: string, pattern: string, options: From = {}) =>
  from(step, { kind: "match", pattern, as: "number" }, options);

/** Group 1 of every match, as a list. */
export const matchAll = (step: string, pattern: string, options: From = {}) =>
  from(step, { kind: "match", pattern, all: true }, options);

/** The whole output. */
export const text = (step: string, options: From = {}) => from(step, { kind: "text" }, options);

/** How many lines match. */
export const lines = (step: string, pattern: string, options: From = {}) =>
  from(step, { kind: "lines", pattern }, options);

/** The step's exit code. */
export const exitCode = (step: string) => from(step, { kind: "record", field: "exitCode" }, {});

/** How long the step took, in milliseconds. */
export const duration = (step: string) => from(step, { kind: "record", field: "durationMs" }, { unit: "ms" });

/** A statistic over every number that group 1 matches. */
export const samples = (
  step: string,
  pattern: string,
  statistic: (Extract & { kind: "samples" })["statistic"],
  options: From = {},
) => from(step, { kind: "samples", pattern, statistic }, options);

/**
 * A statistic over the time between neighbouring lines of a watch or background step, in seconds. `pattern` matches
 * what follows the line's stamps, such as `"watch":"lease","type":"MODIFIED"`.
 */
export const intervals = (
  step: string,
  pattern: string,
  statistic: (Extract & { kind: "samples" })["statistic"],
) =>
  from(
    step,
    {
      kind: "samples",
      pattern: `^\\{"t":([0-9.]+),"at":"[^"]+",${pattern}`,
      statistic,
      differences: true,
      scale: 0.001,
    },
    { unit: statistic === "count" ? undefined : "s" },
  );

/** What a `diagnose` step says of one layer: `works`, `fails`, …; with a field, the cause or the raw words that prove it. */
export const layer = (step: string, of: LayerId, field: "state" | "cause" | "proof" = "state") =>
  from(step, { kind: "layer", layer: of, field }, {});

/** The id of the first layer without proof that it works, or `none`. */
export const firstLayer = (step: string) => from(step, { kind: "layer", layer: "first", field: "id" }, {});

/** A calculation over other observations. */
export const derived = (op: (Recipe & { from: "derived" })["op"], of: string[], unit?: string): Recipe => ({
  from: "derived",
  op,
  of,
  ...(unit && { unit }),
});

/**
 * Which of two lists of samples tends to be greater, by the Mann–Whitney test at 5 %: `<name> is greater`,
 * `no difference is shown`, or `too few samples`. Claim a difference only through this.
 */
export const comparison = (a: string, b: string): Recipe => ({ from: "derived", op: "rank", of: [a, b] });

/** A timeline's point as seconds from t0, or from another point. */
export const moment = (timeline: string, event: string, since?: string): Recipe => ({
  from: "timeline",
  timeline,
  event,
  ...(since && { since }),
  unit: "s",
});
