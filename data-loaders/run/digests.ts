import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Lab } from "../../labs/vocabulary/lab.js";
import { allSteps } from "../../labs/vocabulary/walk.js";
import { digestOf } from "../../src/model/hash.js";
import { hexOf } from "../image/digest.js";

export interface LabDigests {
  labDigest: string;
  labParts: Record<string, string>;
  predictionsDigest: string;
}

/** Name of a part of the reading code → its digest. */
export type CodeDigests = Map<string, string>;

/**
 * What decides a lab's result: its declaration without prose, the files in its folder, the code that reads the output.
 * Content hashes only; modification times play no part.
 * @param code digests of parts of the code, kept for the next lab by whoever asks for many at once
 */
export async function labDigests(
  lab: Lab,
  folder: string,
  root = ".",
  code: CodeDigests = new Map(),
): Promise<LabDigests> {
  const labParts: Record<string, string> = { declaration: digestOf(withoutProse(lab)) };
  for (const file of await filesBelow(join(root, "labs", folder))) {
    if (!file.endsWith(".ts"))
      labParts[`files/${file}`] = hexOf(await readFile(join(root, "labs", folder, file)));
  }
  const once = async (part: string, compute: () => Promise<string>) => {
    if (!code.has(part)) code.set(part, await compute());
    labParts[part] = code.get(part)!;
  };
  for (const part of readersOf(lab))
    await once(`model/${part}`, () => digestOfFiles(join(root, "src/model"), MODEL_PARTS[part]));
  await once("model/libraries", async () => digestOf(await lockedVersions(root, READING_LIBRARIES)));
  return { labDigest: digestOf(labParts), labParts, predictionsDigest: digestOf(lab.predictions) };
}

/**
 * The parts of src/model that decide a value, by file or folder. What observe.ts and predictions/judge.ts import, near or
 * far, lies in one of them; a test walks the imports.
 */
export const MODEL_PARTS = {
  extract: ["extract"],
  predictions: ["predictions"],
  chain: ["chain", "sha256.ts"],
  timeline: ["timeline"],
  diagnose: ["diagnose"],
  /** What puts the readings together, and what several of them stand on. */
  reading: [
    ...["observe.ts", "derive.ts", "derive-addresses.ts", "distribution.ts", "time.ts"],
    // which variant of a prediction is judged
    "compare/version.ts",
  ],
} as const;

/** The packages that those files import: another version may read something else. */
export const READING_LIBRARIES = [
  "@noble/hashes",
  "ipaddr.js",
  "json-p3",
  "jsonc-parser",
  "simple-statistics",
];

/** The parts of the model that this lab's evidence is read with. */
function readersOf(lab: Lab): (keyof typeof MODEL_PARTS)[] {
  const kinds = new Set(allSteps(lab).map(({ step }) => step.kind));
  return [
    "extract",
    "predictions",
    "reading",
    ...(kinds.has("chain") ? (["chain"] as const) : []),
    ...(kinds.has("diagnose") ? (["diagnose"] as const) : []),
    ...(lab.timelines.length > 0 ? (["timeline"] as const) : []),
  ];
}

/** A folder's files are named relative to it, so that its digest does not depend on where it lies. */
async function digestOfFiles(root: string, places: readonly string[]): Promise<string> {
  const entries = await Promise.all(
    places.map(async (place) => {
      if (place.endsWith(".ts")) return [[place, join(root, place)] as const];
      return (await filesBelow(join(root, place))).map((file) => [file, join(root, place, file)] as const);
    }),
  );
  const digests = entries.flat().map(async ([name, file]) => [name, hexOf(await readFile(file))] as const);
  return digestOf(Object.fromEntries(await Promise.all(digests)));
}

async function lockedVersions(root: string, names: string[]): Promise<Record<string, string | undefined>> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string } | undefined>;
  };
  return Object.fromEntries(names.map((name) => [name, lock.packages[`node_modules/${name}`]?.version]));
}

/** Titles, questions and explanations do not decide a result; predictions are sealed on their own. */
function withoutProse(lab: Lab): unknown {
  const { id, environment, needs, exclusive, cases, observations, timelines, cleanup } = lab;
  return JSON.parse(
    JSON.stringify(
      { id, environment, needs, exclusive, cases, observations, timelines, cleanup },
      (key, value) => (key === "title" ? undefined : value),
    ),
  );
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
