/** Reads one value out of a step's raw output. Pure: the same bytes give the same value, in the command and the browser. */
import type { StepRecord } from "../run.js";
import { extractJson } from "./json.js";
import { extractLayer } from "./layer.js";
import { extractLines } from "./lines.js";
import { extractMatch } from "./match.js";
import { extractRecord } from "./record.js";
import { extractSamples } from "./samples.js";
import { extractTable } from "./table-cell.js";
import { extractText } from "./text.js";
import type { Extract, Extracted } from "./types.js";

/**
 * @param bytes the stored output, whole
 * @param record the step's own record, for `record` extracts
 * @returns the value with its span or pointer, or the reason why there is none
 */
export function extract(how: Extract, bytes: Uint8Array, record: StepRecord): Extracted {
  switch (how.kind) {
    case "json":
      return extractJson(how, bytes);
    case "table":
      return extractTable(how, bytes);
    case "match":
      return extractMatch(how, bytes);
    case "text":
      return extractText(bytes);
    case "lines":
      return extractLines(how, bytes);
    case "record":
      return extractRecord(how, record);
    case "layer":
      return extractLayer(how, bytes);
    case "samples":
      return extractSamples(how, bytes);
  }
}
