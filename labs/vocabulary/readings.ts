/** How observations are read from steps: the right-hand sides of a lab's `observations`. */
import type { LayerId } from "../../src/model/diagnose/types.js";
import type { Extract, Recipe } from "../../src/model/extract/types.js";

type From = { stream?: "stdout" | "stderr"; unit?: string };
/** `first`: of several the first; `of`: where the JSON is; `part`: a regular expression over each value that is found. See `Extract`. */
type FromJson = From & Pick<Extract & { kind: "json" }, "first" | "of" | "part" | "as">;
type FromTable = From & Pick<Extract & { kind: "table" }, "where" | "part" | "as">;

function from(step: string, extract: Extract, options: From): Recipe {
  return { from: "step", step, extract, ...options };
}

/** One value of JSON output, by RFC 9535 JSONPath. */
export const json = (step: string, path: string, { first, of, part, as, ...options }: FromJson = {}) =>
  from(step, { kind: "json", path, ...given({ first, of, part, as }) }, options);

/** Every value of JSON output that the JSONPath matches, as a list. */
export const jsonAll = (step: string, path: string, { of, part, as, ...options }: FromJson = {}) =>
  from(step, { kind: "json", path, all: true, ...given({ of, part, as }) }, options);

/** The cell below a heading, in the one row whose other cells say `where`. */
export const cell = (step: string, column: string, { where, part, as, ...options }: FromTable = {}) =>
  from(step, { kind: "table", column, ...given({ where, part, as }) }, options);

/** Every cell below a heading, in the rows whose other cells say `where`, as a list. */
export const column = (step: string, heading: string, { where, part, as, ...options }: FromTable = {}) =>
  from(step, { kind: "table", column: heading, all: true, ...given({ where, part, as }) }, options);

/** Without what is undefined: a sheet is hashed as JSON. */
function given<T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

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

/** How many lines of a watch or background step JSONPath's filter `where` holds for, such as `@.type == 'MODIFIED'`. */
export const events = (step: string, where: string) =>
  from(step, { kind: "samples", path: `$[?${where}].t`, statistic: "count" }, {});

/** A statistic over the time between neighbouring lines of a watch or background step that `where` holds for, in seconds. */
export const intervals = (
  step: string,
  where: string,
  statistic: (Extract & { kind: "samples" })["statistic"],
) =>
  from(
    step,
    { kind: "samples", path: `$[?${where}].t`, statistic, differences: true, scale: 0.001 },
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

/** JSONPath of the messages in a list of events that begin with these words. */
export const messageOf = (words: string) => `$.items[?match(@.message, '${words}(.|\\n)*')].message`;
