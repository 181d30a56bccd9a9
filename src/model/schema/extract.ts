import * as z from "zod";
import { LAYERS } from "../diagnose/types.js";
import type { Extract, Recipe } from "../extract/types.js";
import { exactly } from "./shared.js";

const regularExpression = z.string().refine(compiles, "is no regular expression");

export const extract = exactly<Extract>()(
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("json"),
      path: z.string(),
      all: z.boolean().optional(),
      first: z.literal(true).optional(),
      of: z.enum(["body", "lines"]).optional(),
      part: regularExpression.optional(),
      as: z.literal("number").optional(),
    }),
    z.strictObject({
      kind: z.literal("table"),
      column: z.string(),
      where: z.record(z.string(), z.string()).optional(),
      all: z.boolean().optional(),
      part: regularExpression.optional(),
      as: z.literal("number").optional(),
    }),
    z.strictObject({
      kind: z.literal("match"),
      pattern: regularExpression,
      flags: z.string().optional(),
      all: z.boolean().optional(),
      as: z.enum(["number", "string"]).optional(),
    }),
    z.strictObject({ kind: z.literal("text") }),
    z.strictObject({ kind: z.literal("lines"), pattern: regularExpression }),
    z.strictObject({
      kind: z.literal("record"),
      field: z.enum(["exitCode", "durationMs", "status", "signal"]),
    }),
    z.strictObject({
      kind: z.literal("samples"),
      pattern: regularExpression.optional(),
      path: z.string().optional(),
      statistic: z.enum(["count", "median", "mean", "p95", "min", "max", "iqr"]),
      differences: z.literal(true).optional(),
      scale: z.number().optional(),
    }),
    z.strictObject({
      kind: z.literal("layer"),
      layer: z.enum([...LAYERS, "first"]),
      field: z.enum(["id", "state", "cause", "proof"]),
    }),
  ]),
);

export const recipe = exactly<Recipe>()(
  z.discriminatedUnion("from", [
    z.strictObject({
      from: z.literal("step"),
      step: z.string(),
      stream: z.enum(["stdout", "stderr"]).optional(),
      extract,
      unit: z.string().optional(),
    }),
    z.strictObject({
      from: z.literal("derived"),
      op: z.enum([
        "difference",
        "ratio",
        "sum",
        "count",
        "equal",
        "median",
        "iqr",
        "min",
        "max",
        "rank",
        "rankP",
        "distinct",
        "common",
        "addresses",
        "ipv6",
        "addressSteps",
      ]),
      of: z.array(z.string()),
      unit: z.string().optional(),
    }),
    z.strictObject({
      from: z.literal("timeline"),
      timeline: z.string(),
      event: z.string(),
      since: z.string().optional(),
      unit: z.enum(["ms", "s"]).optional(),
    }),
  ]),
);

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false; // the answer that the refinement asks for
  }
}
