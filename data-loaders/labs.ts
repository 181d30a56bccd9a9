import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Lab } from "../labs/vocabulary/lab.js";
import { LabError } from "./errors.js";
import { exit } from "./exit-codes.js";
import { importSource } from "./sources.js";

export interface LoadedLab {
  lab: Lab;
  /** Its folder below labs/. */
  folder: string;
}

/** The folders below labs/ that hold a lab sheet, in the order of their ids. */
export function labFolders(root = "."): string[] {
  return readdirSync(join(root, "labs"))
    .filter((name) => /^[cek]\d\d-/.test(name) && existsSync(join(root, "labs", name, "lab.ts")))
    .sort();
}

/** @throws InvalidLab with every fault of the sheet */
export async function loadLab(id: string, root = "."): Promise<LoadedLab> {
  const folder = labFolders(root).find((name) => name.startsWith(`${id}-`));
  if (!folder) {
    const known = labFolders(root).map((name) => name.slice(0, 3));
    throw new LabError(
      "no-chapter",
      `there is no chapter ${id}; the chapters with a lab are ${known.join(", ")}`,
      {
        exitCode: exit.usage,
        remedy: "./lab list",
      },
    );
  }
  const { default: lab } = await importSource<{ default: Lab }>(root, `labs/${folder}/lab.ts`);
  return { lab, folder };
}

export async function loadAll(root = "."): Promise<LoadedLab[]> {
  return Promise.all(labFolders(root).map((folder) => loadLab(folder.slice(0, 3), root)));
}
