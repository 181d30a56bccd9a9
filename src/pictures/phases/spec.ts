/** The YAML of a picture of phases. Moments are names; numbers never stand in it. */
import { z } from "zod";
import { common } from "../states.js";

const span = z.strictObject({
  id: z.string().optional(),
  label: z.string(),
  note: z.string().optional(),
  /** What happens at its start, for the flag above the boundary. */
  begins: z.string().optional(),
  /** Where it starts; the end of the phase before it otherwise, or the edge of the picture. */
  from: z.string().optional(),
  /** Where it ends; the edge of the picture otherwise. */
  until: z.string().optional(),
  tone: z.enum(["calm", "wait", "alarm", "new", "idle"]).default("idle"),
});

const lane = z.strictObject({
  label: z.string(),
  phases: z.array(span).default([]),
  /** One thin stroke for each entry of a timeline whose object and change match these regular expressions. */
  ticks: z.strictObject({ timeline: z.string(), object: z.string(), change: z.string() }).optional(),
});

export const phasesSchema = z.strictObject({
  ...common,
  /** The timeline that short names are points of. */
  timeline: z.string().optional(),
  /** The moment that is called 0 s: the first boundary otherwise. */
  zero: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** `even` gives every phase the same width, and says so: for phases of very different lengths. */
  scale: z.enum(["linear", "even"]).default("linear"),
  phases: z.array(span).min(1).max(8),
  lanes: z.array(lane).max(6).default([]),
  /** Figures of an earlier run that predictions carry, in seconds from zero. */
  references: z.array(z.strictObject({ prediction: z.string(), label: z.string() })).default([]),
});

export type PhasesSpec = z.infer<typeof phasesSchema>;
export type SpanSpec = z.infer<typeof span>;
