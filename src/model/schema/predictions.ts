import * as z from "zod";
import type { Claim, Prediction, Verdict } from "../predictions/types.js";
import { exactly, text, value } from "./shared.js";

export const claim = exactly<Claim>()(
  z.strictObject({
    op: z.string(),
    of: z.array(z.string()),
    to: z.union([z.strictObject({ literal: value }), z.strictObject({ observed: z.string() })]).optional(),
    low: z.number().optional(),
    high: z.number().optional(),
    tolerance: z.number().optional(),
    unit: z.string().optional(),
    pattern: z.string().optional(),
    namespace: z.string().optional(),
  }),
);

const reference = z.strictObject({ value, unit: z.string().optional(), note: text.optional() });

export const prediction = exactly<Prediction>()(
  z.strictObject({
    id: z.string(),
    case: z.string(),
    text,
    claim,
    variants: z
      .array(
        z.strictObject({
          of: z.enum(["kubernetes", "kubectl"]),
          from: z.string().optional(),
          below: z.string().optional(),
          claim,
        }),
      )
      .optional(),
    because: text.optional(),
    reference: reference.optional(),
  }),
);

export const verdict = exactly<Verdict>()(
  z.strictObject({
    prediction: z.string(),
    verdict: z.enum(["CONFIRMED", "REFUTED", "NOT_RUN", "INCONCLUSIVE"]),
    expected: z.string(),
    observed: z.record(z.string(), value),
    reference: reference.optional(),
    explanation: z.string(),
  }),
);
