/** What a new run means for the chapter's notebook and its entry on the contents page: which of its sentences do not stand, and which values it no longer has. */
import { partOf } from "../../notebook/book.js";
import type { Page, Unmet } from "../../notebook/types.js";
import { chapterOpener } from "./chapters.js";
import { HOME, renderPage } from "./check.js";

/** Lines for a person; none while the notebook is not written, or everything in it stands. */
export async function notHeld(project: string, chapter: string): Promise<string[]> {
  const open = await chapterOpener(project, chapter);
  const pages = [
    renderPage(project, chapter, "en", open)?.page,
    homePart(renderPage(project, HOME, "en", open)?.page, chapter),
  ];
  return pages.filter((page) => page !== undefined).flatMap(told);
}

/** What the contents page says of this chapter. */
function homePart(home: Page | undefined, chapter: string): Page | undefined {
  const part = home && partOf(home, chapter);
  const own = ({ predictions }: Unmet) => predictions.some((id) => id.startsWith(`${chapter}:`));
  return part && { ...part, unmet: part.unmet.filter(own) };
}

function told({ unmet, absent, chapter: { file } }: Page): string[] {
  return [
    ...unmet.map(
      ({ line, predictions, text }) =>
        `${file}:${line}: does not hold now (${predictions.join(", ")}): ${beginning(text)}`,
    ),
    ...absent.map(({ line, name, kind }) => `${file}:${line}: ${name} is ${kind} in this run`),
  ];
}

function beginning(text: string): string {
  const bare = text.replaceAll(/\s+/g, " ").trim();
  return bare.length > 140 ? `${bare.slice(0, 138)}…` : bare;
}
