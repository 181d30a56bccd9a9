import { join } from "node:path";
import { setting } from "../caller.js";

/** Where evidence is kept: below the site's root, so that pages can show it. */
export const EVIDENCE = setting(process.env.LABBOOK_EVIDENCE, "src/evidence");

/** The files of one chapter's evidence. */
export function pathsOf(root: string, chapter: string) {
  const folder = join(root, chapter);
  return {
    folder,
    /** The chapter's evidence: the newest run that observed as much as any, on what the book speaks of. */
    run: join(folder, "run.json"),
    /** A newer attempt that does not replace it, shown beside it. */
    attempt: join(folder, "attempt.json"),
    /** Earlier runs and runs on other versions, whole, by run ID. */
    earlier: join(folder, "runs"),
    raw: join(folder, "raw"),
    history: join(folder, "history.jsonl"),
    /** A run on its way: whole, but not yet in its place. */
    landing: join(folder, ".landing.json"),
    /** The same of a run that goes among the ones beside the chapter's evidence. */
    landingBeside: join(folder, ".landing-beside.json"),
    lock: join(folder, ".lock"),
  };
}
