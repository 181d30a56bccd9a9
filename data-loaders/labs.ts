import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { InvalidLab } from "../labs/vocabulary/define.js";
import type { Lab } from "../labs/vocabulary/lab.js";
import { LabError } from "./errors.js";
import { exit } from "./exit-codes.js";
import { placeOf } from "./sheet-place.js";
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

/**
 * @throws LabError (usage) with every fault of the sheet, each with the line that it stands in; also when there is no
 *   such chapter
 */
export async function loadLab(id: string, root = "."): Promise<LoadedLab> {
  const folder = folderOf(id, root);
  const { default: lab } = await importSource<{ default: Lab }>(root, `labs/${folder}/lab.ts`).catch(
    (error) => {
      throw isInvalidLab(error) ? sheetError(folder, error.faults, root) : error;
    },
  );
  if (lab.id !== id)
    throw sheetError(
      folder,
      [`id: expected ${id}, as the folder is named, got ${JSON.stringify(lab.id)}`],
      root,
    );
  return { lab, folder };
}

/** The bundled command has classes of its own, so that the class alone would not tell. */
function isInvalidLab(error: unknown): error is InvalidLab {
  return error instanceof Error && "faults" in error && Array.isArray(error.faults);
}

function sheetError(folder: string, faults: string[], root: string): LabError {
  const lines = faults.map((fault) => `  ${placeOf(fault, folder, root)}: ${fault}`);
  const count = `${faults.length} fault${faults.length === 1 ? "" : "s"}`;
  return new LabError("BAD_SHEET", `the lab sheet of ${folder} has ${count}:\n${lines.join("\n")}`, {
    exitCode: exit.usage,
  });
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
