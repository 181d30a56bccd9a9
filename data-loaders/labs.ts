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

/** @throws InvalidLab with every fault of the sheet; LabError (usage) when there is no such chapter */
export async function loadLab(id: string, root = "."): Promise<LoadedLab> {
  const folder = folderOf(id, root);
  const { default: lab } = await importSource<{ default: Lab }>(root, `labs/${folder}/lab.ts`);
  return { lab, folder };
}

/**
 * The folder of the chapter's lab sheet.
 * @throws LabError (usage) when there is no such chapter
 */
export function folderOf(id: string, root = "."): string {
  const folders = labFolders(root);
  const folder = folders.find((name) => name.startsWith(`${id}-`));
  if (folder) return folder;
  const known = folders.map((name) => name.slice(0, 3)).join(", ");
  throw new LabError("no-chapter", `there is no chapter ${id}; the chapters with a lab are ${known}`, {
    exitCode: exit.usage,
    remedy: "./lab list",
  });
}

/** Of a command that was given no chapter. `also` says what can stand in place of a name. */
export function noneNamed(also = ""): LabError {
  return new LabError("no-chapter", `which chapter? Name one or more${also}`, {
    exitCode: exit.usage,
    remedy: "./lab list",
  });
}

export async function loadAll(root = "."): Promise<LoadedLab[]> {
  return Promise.all(labFolders(root).map((folder) => loadLab(folder.slice(0, 3), root)));
}
