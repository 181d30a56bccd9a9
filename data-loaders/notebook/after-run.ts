/** What a new run means for the chapter's notebook: which of its sentences do not stand, and which values it no longer has. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pagePath } from "../site/pages.js";
import { chapterOpener } from "./chapters.js";
import { renderPage } from "./check.js";

/** Lines for a person; none while the notebook is not written, or everything in it stands. */
export async function notHeld(project: string, chapter: string): Promise<string[]> {
  if (!existsSync(join(project, pagePath(chapter, "en")))) return [];
  const rendered = renderPage(project, chapter, "en", await chapterOpener(project, chapter));
  if (!rendered) return [];
  const { unmet, absent, chapter: of } = rendered.page;
  return [
    ...unmet.map(
      ({ line, predictions, text }) =>
        `${of.file}:${line}: does not hold now (${predictions.join(", ")}): ${beginning(text)}`,
    ),
    ...absent.map(({ line, name, kind }) => `${of.file}:${line}: ${name} is ${kind} in this run`),
  ];
}

function beginning(text: string): string {
  const bare = text.replaceAll(/\s+/g, " ").trim();
  return bare.length > 140 ? `${bare.slice(0, 138)}…` : bare;
}
