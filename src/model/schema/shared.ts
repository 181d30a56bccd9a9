import * as z from "zod";
import type { Observation, Source, Text, Value } from "../run.js";

/**
 * Ties a schema to its type: an alternative or a required field that only one of them has is a fault of compilation.
 * An optional field that the schema does not know is not seen here; the test over the stored evidence finds it.
 */
export function exactly<T>() {
  return <S extends z.ZodType>(
    schema: S,
    ..._fault: [T] extends [z.output<S>]
      ? [z.output<S>] extends [T]
        ? []
        : ["wider than its type"]
      : ["narrower than its type"]
  ): z.ZodType<T> => schema as unknown as z.ZodType<T>;
}

export const text = exactly<Text>()(z.strictObject({ en: z.string(), zh: z.string() }));

/** SHA-256 in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** UTC with milliseconds. */
export const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A length in bytes, an offset, a count. */
export const whole = z.number().int().nonnegative();

export const value: z.ZodType<Value> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), z.record(z.string(), value)]),
);

export const source = exactly<Source>()(
  z.strictObject({
    step: z.string(),
    stream: z.enum(["stdout", "stderr", "record"]),
    span: z.tuple([whole, whole]).optional(),
    pointer: z.string().optional(),
  }),
);

/** A value with its proof, or the reason why there is none; never both. */
export const observation = exactly<Observation>()(
  z.union([
    z.strictObject({ value, unit: z.string().optional(), source }),
    z.strictObject({
      unit: z.string().optional(),
      missing: z.enum(["NOT_RUN", "BLOCKED", "FAILED", "NOT_FOUND"]),
      reason: z.string(),
      source: source.optional(),
    }),
  ]),
);
