/** Where things stand on the site, relative to the page that tells of the chapter. */
import type { Chapter } from "./types.js";

/** A place on the chapter's record page. */
export function recordHref({ id, place = "./" }: Chapter, hash = ""): string {
  return `${place}${id}/record${hash && `#${hash}`}`;
}

/** The place on the record page that proves a value: the record opens the step and marks the bytes. */
export function valueHref(chapter: Chapter, name: string): string {
  return recordHref(chapter, `value-${encodeURIComponent(name)}`);
}

export function stepHref(chapter: Chapter, step: string): string {
  return recordHref(chapter, `step-${encodeURIComponent(step)}`);
}

/** The site's root, as seen from the page. */
export function rootHref({ lang }: Chapter): string {
  return lang === "zh" ? "../../" : "../";
}
