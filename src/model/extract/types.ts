import type { LayerId } from "../diagnose/types.js";
import type { Source, Value } from "../run.js";

/** How a value is read from a step's raw output. Plain data, so that it can be hashed, stored and run again. */
export type Extract =
  /**
   * RFC 9535 JSONPath into JSON; `all` returns every match as a list and `first` the first, otherwise exactly one must match. `of` says where the
   * JSON is when it is not the whole output: the body of an HTTP answer with its headers, or one document a line, which
   * are read as one array. `part` is a regular expression over each value, a text: its group 1 counts, `as` a number.
   */
  | {
      kind: "json";
      path: string;
      all?: boolean;
      first?: true;
      of?: "body" | "lines";
      part?: string;
      as?: "number";
    }
  /**
   * A cell of a table with headings: of the one row whose other cells say `where`, or with `all` of every such row, as a
   * list. `part` as above.
   */
  | {
      kind: "table";
      column: string;
      where?: Record<string, string>;
      all?: boolean;
      part?: string;
      as?: "number";
    }
  /** A JavaScript regular expression over the text; group 1 (or the whole match) is the value. */
  | { kind: "match"; pattern: string; flags?: string; all?: boolean; as?: "number" | "string" }
  /** The whole output without trailing white space. */
  | { kind: "text" }
  /** How many lines match. */
  | { kind: "lines"; pattern: string }
  /** A field of the step's own record. */
  | { kind: "record"; field: "exitCode" | "durationMs" | "status" | "signal" }
  /** One number out of many: every match of `pattern` is a sample, or what JSONPath `path` finds in the output's JSON lines. */
  | {
      kind: "samples";
      pattern?: string;
      path?: string;
      statistic: "count" | "median" | "mean" | "p95" | "min" | "max" | "iqr";
      /** The samples are the differences of neighbouring matches, in the output's order: stamps become intervals. */
      differences?: true;
      /** Every sample is multiplied by it: 0.001 makes seconds of milliseconds. */
      scale?: number;
    }
  /** What the walk through a Pod's layers says of the readings that the output is. */
  | { kind: "layer"; layer: LayerId | "first"; field: "id" | "state" | "cause" | "proof" };

/** One recipe: where an observation comes from. */
export type Recipe =
  | { from: "step"; step: string; stream?: "stdout" | "stderr"; extract: Extract; unit?: string }
  /** A calculation over other observations; its proof is theirs. */
  | {
      from: "derived";
      /**
       * `rank` and `rankP` compare two lists of samples; `median`, `iqr`, `min` and `max` take numbers and lists of them.
       * `distinct` is every value of the lists once, `common` what all lists have. `addresses` are the IP addresses (or
       * blocks) of the lists once, in one spelling and order, `ipv6` those of that family, and `addressSteps` says for
       * each family how far the first operand's address is above the second's.
       */
      op:
        | "difference"
        | "ratio"
        | "sum"
        | "count"
        | "equal"
        | "median"
        | "iqr"
        | "min"
        | "max"
        | "rank"
        | "rankP"
        | "distinct"
        | "common"
        | "addresses"
        | "ipv6"
        | "addressSteps";
      of: string[];
      unit?: string;
    }
  /** A point of a timeline as offset from its t0, or a duration between two points, in milliseconds. */
  | { from: "timeline"; timeline: string; event: string; since?: string; unit?: "ms" | "s" };

export type Extracted =
  | { value: Value; source: Pick<Source, "span" | "pointer"> }
  /** `unread`: it was not looked for in sound output, or something is there that is not one value: no proof of absence. */
  | { missing: string; unread?: true };
