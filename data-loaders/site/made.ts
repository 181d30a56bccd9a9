import { rm } from "node:fs/promises";
import { join } from "node:path";

/** Where the files lie that a build makes for its pages, relative to the source root and to the built site alike. */
export const MADE = "data/made";

/** Before anything of a new build is written there. */
export async function clearMade(project: string): Promise<void> {
  await rm(join(project, "src", MADE), { recursive: true, force: true });
}
