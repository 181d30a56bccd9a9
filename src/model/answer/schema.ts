import * as z from "zod";
import { claim } from "../schema/predictions.js";
import { sha256, time, value, whole } from "../schema/shared.js";
import { type SchemaFault, schemaFaults } from "../schema.js";
import { ANSWER_SCHEMA } from "./types.js";

/** A text in one language or in both; the Chinese one is Chinese. */
const text = z
  .strictObject({
    en: z.string().regex(/\S/, "the English text is missing").optional(),
    zh: z
      .string()
      .regex(/\p{Script=Han}/u, "the Chinese text is missing")
      .optional(),
  })
  .refine(({ en, zh }) => en !== undefined || zh !== undefined, {
    message: "expected a text in en, in zh, or in both",
  });

const id = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "expected lower-case letters, digits, dots and dashes");
const run = z.string().optional();

export const statement = z.strictObject({ id, text, claim });

export const prediction = z.strictObject({
  statements: z.array(statement).min(1, "an answer predicts at least one thing"),
  sealedAt: time,
  access: z.enum(["NOTHING_RUN", "RUN_NOT_SEEN", "RUN_SEEN"]),
  digest: sha256,
});

export const citation = z.union([
  z.strictObject({ observation: z.string(), value: value.optional(), run }),
  z.strictObject({
    link: z.string().regex(/^[^/]+\/.+$/, "expected <chain>/<link>"),
    value: value.optional(),
    run,
  }),
  z.strictObject({
    verdict: z.enum(["CONFIRMED", "REFUTED", "NOT_RUN", "INCONCLUSIVE"]),
    of: z.string(),
    run,
  }),
  z.strictObject({
    output: z.string(),
    stream: z.enum(["stdout", "stderr"]),
    span: z.tuple([whole, whole]),
    text: z.string().min(1, "an empty span proves nothing"),
    sha256: sha256.optional(),
    run,
  }),
]);

const answerClaim = z.strictObject({
  id,
  text,
  evidence: z.array(citation).min(1, "a claim needs evidence"),
  across: z.literal("generations").optional(),
});

export const answerSchema = z
  .strictObject({
    schema: z.literal(ANSWER_SCHEMA),
    chapter: z.string().regex(/^[a-z][a-z0-9-]*$/),
    exercise: id,
    run: z.string().min(1, "the answer names no run"),
    prediction,
    claims: z.array(answerClaim).min(1, "an answer makes at least one claim"),
    notRun: z
      .array(z.string().regex(/^(step|statement) \S+$/, "expected `step <id>` or `statement <id>`"))
      .optional(),
    cannotConclude: z.array(text).min(1, "an answer says what cannot be concluded"),
  })
  .meta({
    title: "labbook answer",
    description: "An answer to a chapter's exercise with its sealed prediction.",
  });

/** The same as JSON Schema (draft 2020-12), for editors and readers in other languages. */
export function answerJsonSchema(): unknown {
  return z.toJSONSchema(answerSchema);
}

/** Everything in which a value is not to the schema, each fault with its path. */
export function answerSchemaFaults(json: unknown): SchemaFault[] {
  const version = (json as { schema?: unknown } | null)?.schema;
  if (version !== ANSWER_SCHEMA)
    return [
      { path: "schema", message: `expected ${ANSWER_SCHEMA}, got ${JSON.stringify(version) ?? "nothing"}` },
    ];
  const parsed = answerSchema.safeParse(json);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => schemaFaults(issue));
}
