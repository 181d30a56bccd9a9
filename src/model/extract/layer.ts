import type { Readings } from "../diagnose/types.js";
import { walk } from "../diagnose/walk.js";
import { textOf } from "./bytes.js";
import type { Extract, Extracted } from "./types.js";

/** One layer of a `diagnose` step, judged anew from the readings in its output. */
export function extractLayer(how: Extract & { kind: "layer" }, bytes: Uint8Array): Extracted {
  let readings: Readings;
  try {
    readings = JSON.parse(textOf(bytes)) as Readings;
  } catch (error) {
    return { missing: `the output is not JSON: ${(error as Error).message}`, unread: true };
  }
  if (readings.schema !== "labbook/diagnosis/v1")
    return { missing: "the output is no document of a diagnosis", unread: true };
  const { layers, first } = walk(readings);
  const layer = how.layer === "first" ? first : layers.find((one) => one.id === how.layer);
  const source = { pointer: `layer:${layer?.id ?? "none"}` };
  if (!layer) return how.field === "id" ? { value: "none", source } : { missing: "every layer works" };
  const value = how.field === "proof" ? layer.proof[0]?.text : layer[how.field];
  return value === undefined ? { missing: `the layer ${layer.id} has no ${how.field}` } : { value, source };
}
