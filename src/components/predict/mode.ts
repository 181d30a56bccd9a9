/** How the reader chose to read, remembered for every chapter: to predict first, or to see everything. */
import type { Shelf } from "./notebook.js";
import type { Mode } from "./types.js";

const KEY = "labbook/reading/v1";

/** Predict first, until the reader chose otherwise; also where nothing can be remembered. */
export function rememberedMode(shelf: Shelf): Mode {
  try {
    return shelf.read(KEY) === "everything" ? "everything" : "predict";
  } catch {
    return "predict"; // the notebook says that storage is not there
  }
}

/** False when the choice holds for this page only. */
export function rememberMode(mode: Mode, shelf: Shelf): boolean {
  try {
    shelf.write(KEY, mode);
    return true;
  } catch {
    return false;
  }
}
