import { join } from "node:path";

/** Where evidence is kept: below the site's root, so that pages can show it. */
export const EVIDENCE = process.env.LABBOOK_EVIDENCE ?? "src/evidence";

/** The files of one chapter's evidence. */
export function pathsOf(root: string, chapter: string) {
  const folder = join(root, chapter);
  return {
    folder,
    /** The newest publishable run. */
    run: join(folder, "run.json"),
    /** A newer attempt that does not replace it, shown beside it. */
    attempt: join(folder, "attempt.json"),
    /** Earlier runs, whole, by run ID. */
    earlier: join(folder, "runs"),
    raw: join(folder, "raw"),
    history: join(folder, "history.jsonl"),
    /** A run on its way: whole, but not yet in its place. */
    landing: join(folder, ".landing.json"),
    lock: join(folder, ".lock"),
  };
}
