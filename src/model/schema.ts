import * as z from "zod";
import { type RunDocument, SCHEMA } from "./run.js";
import { chain } from "./schema/chain.js";
import { recipe } from "./schema/extract.js";
import { prediction, verdict } from "./schema/predictions.js";
import { cleanup, environment, step } from "./schema/records.js";
import { observation, sha256, time } from "./schema/shared.js";
import { timeline, timelineSpec } from "./schema/timeline.js";

/** The evidence document. Strict: a field that it does not know is a fault. */
export const runSchema = z
  .strictObject({
    schema: z.literal(SCHEMA),
    id: z.string().regex(/^\d{8}T\d{9}Z-[a-z0-9-]+-[0-9a-f]{4}$/),
    chapter: z.string().regex(/^[a-z][a-z0-9-]*$/),
    labDigest: sha256,
    labParts: z.record(z.string(), sha256),
    predictionsDigest: sha256,
    sealedAt: time,
    startedAt: time,
    endedAt: time,
    status: z.enum(["COMPLETE", "PARTIAL", "ABORTED", "NOT_RUN"]),
    statusReason: z.string().optional(),
    exclusive: z.boolean(),
    beside: z.array(z.string()).min(1).optional(),
    environment,
    predictions: z.array(prediction),
    steps: z.array(step),
    recipes: z.record(z.string(), recipe),
    timelineSpecs: z.array(timelineSpec),
    observations: z.record(z.string(), observation),
    chains: z.array(chain),
    timelines: z.array(timeline),
    verdicts: z.array(verdict),
    cleanup,
  })
  .meta({ title: "labbook run", description: "Everything that one run of one lab recorded." });

export interface SchemaFault {
  /** `steps.3.stdout.sha256`; empty for the document itself. */
  path: string;
  /** Expected X, got Y, in one sentence. */
  message: string;
}

export type Parsed = { run: RunDocument; faults?: undefined } | { run?: undefined; faults: SchemaFault[] };

/** Reads a run document: its schema version first, then all its faults at once, each with its path. */
export function parseRun(json: unknown): Parsed {
  const version = (json as { schema?: unknown } | null)?.schema;
  if (version !== SCHEMA) {
    return {
      faults: [
        { path: "schema", message: `expected ${SCHEMA}, got ${JSON.stringify(version) ?? "nothing"}` },
      ],
    };
  }
  // compiling the schema takes longer than reading even a large document without
  const parsed = runSchema.safeParse(json, { jitless: true });
  // the document as it is, not zod's copy of it: digests are over what was stored
  if (parsed.success) return { run: json as RunDocument };
  return { faults: parsed.error.issues.flatMap((issue) => schemaFaults(issue)) };
}

/** The same schema as JSON Schema (draft 2020-12), for readers in other languages. */
export function runJsonSchema(): unknown {
  return z.toJSONSchema(runSchema);
}

/** For a union, the faults of the alternative that comes nearest. */
export function schemaFaults(issue: z.core.$ZodIssue, above: PropertyKey[] = []): SchemaFault[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const nearest = issue.errors.reduce((best, next) => (next.length < best.length ? next : best));
    return nearest.flatMap((inner) => schemaFaults(inner, path));
  }
  return [{ path: path.map(String).join("."), message: issue.message }];
}
