import * as z from "zod";
import type { TimelineSpec } from "../timeline/spec.js";
import type { Timeline } from "../timeline/types.js";
import { exactly, source, time, whole } from "./shared.js";

export const timelineSpec = exactly<TimelineSpec>()(
  z.strictObject({
    id: z.string(),
    t0: z.string(),
    from: z.array(z.string()),
    events: z.array(
      z.strictObject({
        name: z.string(),
        object: z.string(),
        change: z.string(),
        nth: z.number().int().optional(),
        after: z.string().optional(),
      }),
    ),
  }),
);

const entry = z.strictObject({
  offsetMs: z.number(),
  receivedAt: time,
  serverTime: z.strictObject({ text: z.string(), field: z.string(), offsetMs: z.number() }).optional(),
  object: z.string(),
  uid: z.string().optional(),
  change: z.string(),
  source,
});

export const timeline = exactly<Timeline>()(
  z.strictObject({
    id: z.string(),
    // `at` is empty when t0's step gave no start
    t0: z.strictObject({ step: z.string(), at: z.union([time, z.literal("")]) }),
    clock: z.string(),
    resolutionMs: z.number().nonnegative(),
    entries: z.array(entry),
    gaps: z.array(
      z.strictObject({ fromMs: z.number(), toMs: z.number(), reason: z.string(), object: z.string() }),
    ),
    events: z.record(z.string(), whole),
    incomplete: z
      .array(
        z.strictObject({
          step: z.string(),
          status: z.enum(["OK", "FAILED", "TIMED_OUT", "NOT_RUN", "BLOCKED"]),
          reason: z.string(),
        }),
      )
      .optional(),
  }),
);
