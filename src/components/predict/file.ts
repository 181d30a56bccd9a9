/** The reader's predictions as a file: written, read with every fault named, and merged so that nothing is lost unasked. */
import { z } from "zod";
import { operators } from "../../model/predictions/operators/index.js";
import type { Claim } from "../../model/predictions/types.js";
import { sha256, time, value } from "../../model/schema/shared.js";
import { operatorFields } from "./fields.js";
import { hashOf } from "./seal.js";
import { type Notebook, READER, type Sealed, type Seen } from "./types.js";

export interface ReaderFile {
  schema: typeof READER;
  exportedAt: string;
  chapters: { chapter: string; sealed: Sealed[]; seen: Seen[] }[];
}

/** Larger than every chapter's predictions together, and small enough to read at once. */
export const MAX_BYTES = 2 * 2 ** 20;

const name = z
  .string()
  .max(100)
  .regex(/^[a-z0-9][A-Za-z0-9._-]*$/);
const ref = z.string().min(1).max(200);
const short = z.string().max(4000);

const claim = z
  .strictObject({
    op: z.enum(["absent", ...Object.keys(operators)]),
    of: z.array(ref).min(1).max(20),
    to: z.union([z.strictObject({ literal: value }), z.strictObject({ observed: ref })]).optional(),
    low: z.number().optional(),
    high: z.number().optional(),
    tolerance: z.number().nonnegative().optional(),
    unit: z.string().max(20).optional(),
    pattern: z.string().max(300).refine(isPattern, { message: "expected a regular expression" }).optional(),
    namespace: z.string().max(20).optional(),
  })
  .superRefine((one, context) => {
    const fault = claimFault(one as Claim);
    if (fault) context.addIssue({ code: "custom", message: fault });
  });

const sealed = z.strictObject({
  chapter: name,
  prediction: name,
  claim,
  because: short.optional(),
  sealedAt: time,
  access: z.enum(["NOTHING_RUN", "NOT_SEEN", "SEEN"]),
  seenAt: time.optional(),
  run: z.string().max(100).nullable(),
  predictionsDigest: sha256,
  hash: sha256,
});

const seen = z.strictObject({
  prediction: name,
  at: time,
  how: z.enum(["asked", "everything", "link", "print", "same values"]),
});

const file = z.strictObject({
  schema: z.literal(READER),
  exportedAt: time,
  chapters: z
    .array(
      z.strictObject({ chapter: name, sealed: z.array(sealed).max(2000), seen: z.array(seen).max(2000) }),
    )
    .max(200),
});

/** What the file says of itself as JSON Schema (draft 2020-12). */
export function readerFileSchema(): unknown {
  return z.toJSONSchema(file, { unrepresentable: "any" });
}

export function writeFile(notebooks: [chapter: string, notebook: Notebook][], now: Date): string {
  const content: ReaderFile = {
    schema: READER,
    exportedAt: now.toISOString(),
    chapters: notebooks.map(([chapter, { sealed, seen }]) => ({
      chapter,
      sealed: [...sealed.values()],
      seen: [...seen.values()],
    })),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

export type ReadFile = { file: ReaderFile; faults?: undefined } | { file?: undefined; faults: string[] };

/** The file, or everything that is wrong with it, each fault with its place. `chapters` are those that the site has. */
export function readFile(bytes: Uint8Array, chapters: ReadonlySet<string>, now: Date): ReadFile {
  if (bytes.length > MAX_BYTES)
    return { faults: [`expected at most ${MAX_BYTES} bytes, got ${bytes.length}`] };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return { faults: [`expected JSON in UTF-8: ${(error as Error).message}`] };
  }
  const version = (json as { schema?: unknown } | null)?.schema;
  if (version !== READER)
    return { faults: [`schema: expected ${READER}, got ${String(JSON.stringify(version)).slice(0, 100)}`] };
  const tooDeep = depthFault(json);
  if (tooDeep) return { faults: [tooDeep] };
  const parsed = file.safeParse(json);
  if (!parsed.success)
    return {
      faults: parsed.error.issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`),
    };
  const content = json as ReaderFile;
  const faults = contentFaults(content, chapters, now);
  return faults.length > 0 ? { faults } : { file: content };
}

/** What the shape alone does not say: hashes, times, names, and that everything stands there once. */
function contentFaults(content: ReaderFile, chapters: ReadonlySet<string>, now: Date): string[] {
  const faults: string[] = [];
  const twice = new Set<string>();
  const once = (key: string, where: string) => {
    if (twice.has(key)) faults.push(`${where}: stands in the file twice`);
    twice.add(key);
  };
  // a clock may be a few minutes off
  const latest = new Date(now.getTime() + 10 * 60_000).toISOString();
  for (const [c, { chapter, sealed, seen }] of content.chapters.entries()) {
    const at = `chapters.${c}`;
    once(chapter, at);
    if (!chapters.has(chapter)) faults.push(`${at}.chapter: this site has no chapter ${chapter}`);
    for (const [i, one] of sealed.entries()) {
      const where = `${at}.sealed.${i} (${one.prediction})`;
      once(`${chapter} ${one.prediction} sealed`, where);
      if (one.chapter !== chapter) faults.push(`${where}: expected chapter ${chapter}, got ${one.chapter}`);
      const hash = hashOf(one);
      if (hash !== one.hash)
        faults.push(
          `${where}: its content has the hash ${hash.slice(0, 12)}…, sealed was ${one.hash.slice(0, 12)}…: it was changed after it was sealed`,
        );
      if (one.sealedAt > latest) faults.push(`${where}: was sealed in the future, at ${one.sealedAt}`);
      if ((one.access === "SEEN") !== (one.seenAt !== undefined))
        faults.push(`${where}: seenAt belongs to the access SEEN, and to no other`);
      else if (one.seenAt !== undefined && one.seenAt > one.sealedAt)
        faults.push(`${where}: was seen at ${one.seenAt}, after it was sealed`);
    }
    for (const [i, one] of seen.entries()) {
      const where = `${at}.seen.${i} (${one.prediction})`;
      once(`${chapter} ${one.prediction} seen`, where);
      if (one.at > latest) faults.push(`${where}: was seen in the future, at ${one.at}`);
    }
  }
  return faults;
}

export interface Plan {
  chapter: string;
  notebook: Notebook;
  /** In the file only. */
  add: Sealed[];
  /** In both, with one hash. */
  same: Sealed[];
  /** In both, and not the same: what is here stays unless the reader says otherwise. */
  conflicts: { here: Sealed; there: Sealed }[];
  /** Marks of what was seen that are new here, or earlier than those here. */
  seen: number;
}

export function planImport(content: ReaderFile, notebookOf: (chapter: string) => Notebook): Plan[] {
  return content.chapters.map(({ chapter, sealed, seen }) => {
    const here = notebookOf(chapter);
    const plan: Plan = {
      chapter,
      notebook: {
        sealed: new Map(sealed.map((one) => [one.prediction, one])),
        seen: new Map(seen.map((one) => [one.prediction, one])),
        drafts: new Map(),
      },
      add: [],
      same: [],
      conflicts: [],
      seen: seen.filter((one) => {
        const mine = here.seen.get(one.prediction);
        return !mine || one.at < mine.at;
      }).length,
    };
    for (const one of sealed) {
      const mine = here.sealed.get(one.prediction);
      if (!mine) plan.add.push(one);
      else if (mine.hash === one.hash) plan.same.push(one);
      else plan.conflicts.push({ here: mine, there: one });
    }
    return plan;
  });
}

/** A claim has the fields of its operator and no others. */
function claimFault(one: Claim): string | undefined {
  const shape = Object.hasOwn(operatorFields, one.op) ? operatorFields[one.op] : undefined;
  if (!shape) return `there is no operator ${one.op}`;
  const wants = new Set<string>(shape.fields.map((field) => (field === "value" ? "to" : field)));
  for (const field of ["to", "tolerance", "pattern", "namespace"] as const) {
    if (wants.has(field) && one[field] === undefined) return `${one.op} needs ${field}`;
    if (!wants.has(field) && one[field] !== undefined) return `${one.op} has no ${field}`;
  }
  const bounds = one.low !== undefined || one.high !== undefined;
  if (one.op === "between" ? !bounds : bounds)
    return `${one.op} ${bounds ? "has no" : "needs low or high"} bounds`;
  if (one.op === "before" && one.of.length !== 2) return "before compares two";
  return undefined;
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Looked for without recursion: a file of brackets must not exhaust the stack. */
function depthFault(json: unknown, deepest = 16): string | undefined {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `nests deeper than ${deepest} levels`;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return undefined;
}
