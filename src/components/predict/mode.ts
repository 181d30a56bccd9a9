/** How the reader chose to read a chapter, remembered for that chapter: to predict first, or to see everything. */
import type { Shelf } from "./notebook.js";
import type { Mode } from "./types.js";

/** Where the choice is kept: each chapter has its own, so that one that was opened up spoils no other. */
export function modeKey(chapter: string): string {
  return `labbook/reading/v2/${chapter}`;
}

/** Predict first, until the reader chose otherwise; also where nothing can be remembered. */
export function rememberedMode(chapter: string, shelf: Shelf): Mode {
  try {
    return shelf.read(modeKey(chapter)) === "everything" ? "everything" : "predict";
  } catch {
    return "predict"; // the notebook says that storage is not there
  }
}

/** False when the choice holds for this page only. */
export function rememberMode(chapter: string, mode: Mode, shelf: Shelf): boolean {
  try {
    shelf.write(modeKey(chapter), mode);
    return true;
  } catch {
    return false;
  }
}
