/** The statements that a reader predicts with: from the file that the site exported, or from a list written by hand. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";
import { series } from "../../labs/series.js";
import type { Exercise, Lab } from "../../labs/vocabulary/lab.js";
import { claimInWords } from "../../src/components/predict/claim-words.js";
import { readFile } from "../../src/components/predict/file.js";
import { predictedFirst } from "../../src/components/predict/seal.js";
import { READER, type Sealed } from "../../src/components/predict/types.js";
import { statement } from "../../src/model/answer/schema.js";
import type { Access, Statement } from "../../src/model/answer/types.js";
import { canonical } from "../../src/model/hash.js";
import { schemaFaults } from "../../src/model/schema.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { placed, yamlFaults } from "./lines.js";

export interface Predicted {
  statements: Statement[];
  /** When and with what knowledge, where the file says so: what the site exported does. */
  sealed?: { at: string; access: Access };
  /** What became of the reader's seals, to stand in the answer file for whoever compares. */
  notes: string[];
}

/**
 * @param begun when the chapter's runs began, as its history has them
 * @throws LabError with every fault of the file, each with its place
 */
export function predictedIn(
  file: string,
  { lab, exercise, begun, now }: { lab: Lab; exercise: Exercise; begun: { startedAt: string }[]; now: Date },
): Predicted {
  const bytes = new Uint8Array(read(file));
  const text = new TextDecoder().decode(bytes);
  if (isExport(text)) return fromExport(file, bytes, { lab, exercise, begun, now });
  const faults = yamlFaults(text);
  if (faults.length > 0) throw refused(file, faults);
  const list = z
    .array(statement)
    .min(1)
    .safeParse(parse(text, { maxAliasCount: 0 }));
  if (list.success) return { statements: list.data, notes: [] };
  throw refused(
    file,
    placed(
      text,
      list.error.issues.flatMap((issue) => schemaFaults(issue)),
    ),
  );
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new LabError("NO_PREDICTION", `${file} cannot be read: ${(error as Error).message}`, {
      exitCode: exit.usage,
      remedy: "name the file that the chapter's page exported, or a list of statements",
    });
  }
}

/** What the site writes is JSON and names its schema; any version of it is left to its reader to judge. */
function isExport(text: string): boolean {
  try {
    const { schema } = JSON.parse(text) as { schema?: unknown };
    return typeof schema === "string" && schema.split("/")[1] === READER.split("/")[1];
  } catch {
    return false;
  }
}

function fromExport(
  file: string,
  bytes: Uint8Array,
  { lab, exercise, begun, now }: { lab: Lab; exercise: Exercise; begun: { startedAt: string }[]; now: Date },
): Predicted {
  const known = new Set(series.flatMap(({ chapters }) => chapters.map(({ id }) => id)));
  const found = readFile(bytes, known, now);
  if (!found.file)
    throw refused(
      file,
      found.faults.map((message) => ({ path: "", message })),
    );
  const own = found.file.chapters.find(({ chapter }) => chapter === lab.id);
  const asked = (own?.sealed ?? []).filter(({ prediction }) => exercise.predictions.includes(prediction));
  if (asked.length === 0) {
    throw new LabError(
      "NOTHING_PREDICTED",
      `${file} holds no sealed prediction for exercise ${exercise.id} of ${lab.id}, which asks ${exercise.predictions.join(", ")}`,
      {
        exitCode: exit.usage,
        remedy: `seal one of these on the chapter's record page (chapters/${lab.id}/record) and export again`,
      },
    );
  }
  const seen = new Map((own?.seen ?? []).map((one) => [one.prediction, one]));
  const at = asked
    .map(({ sealedAt }) => sealedAt)
    .sort()
    .at(-1)!;
  const first = asked.every((one) => predictedFirst(one, seen.get(one.prediction)));
  const nothing = begun.every(({ startedAt }) => startedAt > at);
  return {
    statements: asked.map((one) => statementOf(one, lab)),
    sealed: { at, access: !first ? "RUN_SEEN" : nothing ? "NOTHING_RUN" : "RUN_NOT_SEEN" },
    notes: asked.map(
      ({ prediction, sealedAt, hash }) => `${prediction}: sealed on the page ${sealedAt}, hash ${hash}`,
    ),
  };
}

/** Under the lab's own name only what claims the same: a verdict is cited by that name. */
function statementOf({ prediction, claim, because }: Sealed, lab: Lab): Statement {
  const authors = lab.predictions.find(({ id }) => id === prediction);
  const same = authors !== undefined && canonical(authors.claim) === canonical(claim);
  const words = (lang: "en" | "zh") => claimInWords(claim, lang) + (because ? ` (${because})` : "");
  return { id: same ? prediction : `mine-${prediction}`, text: { en: words("en"), zh: words("zh") }, claim };
}

function refused(file: string, faults: { path: string; message: string; line?: number }[]): LabError {
  const lines = faults.map(
    ({ path, message, line }) => `  ${line ? `line ${line}: ` : ""}${path ? `${path}: ` : ""}${message}`,
  );
  return new LabError("BAD_PREDICTION", `${file} cannot be sealed:\n${lines.join("\n")}`, {
    exitCode: exit.usage,
    remedy:
      "name the file that the chapter's page exported, or a list of statements as --questions prints it",
  });
}
