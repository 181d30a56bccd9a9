import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Lab } from "../../labs/vocabulary/lab.js";
import { allSteps } from "../../labs/vocabulary/walk.js";
import { digestOf, sha256Hex } from "../../src/model/hash.js";

export interface LabDigests {
  labDigest: string;
  labParts: Record<string, string>;
  predictionsDigest: string;
}

/**
 * What decides a lab's result: its declaration without prose, the files in its folder, the code that reads the output.
 * Content hashes only; modification times play no part.
 */
export async function labDigests(lab: Lab, folder: string, root = "."): Promise<LabDigests> {
  const labParts: Record<string, string> = { declaration: digestOf(withoutProse(lab)) };
  for (const file of await filesBelow(join(root, "labs", folder))) {
    if (!file.endsWith(".ts"))
      labParts[`files/${file}`] = sha256Hex(await readFile(join(root, "labs", folder, file)));
  }
  for (const part of readersOf(lab)) {
    const files = await filesBelow(join(root, "src/model", part));
    const entries = await Promise.all(
      files.map(
        async (file) => [file, sha256Hex(await readFile(join(root, "src/model", part, file)))] as const,
      ),
    );
    labParts[`model/${part}`] = digestOf(Object.fromEntries(entries));
  }
  return { labDigest: digestOf(labParts), labParts, predictionsDigest: digestOf(lab.predictions) };
}

/** The parts of the model that this lab's evidence is read with. */
function readersOf(lab: Lab): string[] {
  const kinds = new Set(allSteps(lab).map(({ step }) => step.kind));
  return [
    "extract",
    "predictions",
    ...(kinds.has("chain") ? ["chain"] : []),
    ...(kinds.has("diagnose") ? ["diagnose"] : []),
    ...(lab.timelines.length > 0 ? ["timeline"] : []),
  ];
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
