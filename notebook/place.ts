/** Where things stand on the site, relative to the page that tells of the chapter. */
import type { Source } from "../src/model/run.js";
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

export interface Place {
  href: string;
  /** The build copies evidence beside the pages, so Framework does not know it. */
  rel?: "external";
}

/** Where a step's output is to be seen: on the record page, or, of a run that this page does not show, the bytes themselves. */
export function stepPlace(chapter: Chapter, id: string, stream?: string): Place {
  return chapter.older ? keptPlace(chapter, id, stream) : { href: stepHref(chapter, id) };
}

/** Where the bytes of a value are to be seen. */
export function valuePlace(chapter: Chapter, name: string, source?: Source): Place {
  if (chapter.older) return keptPlace(chapter, source?.step, source?.stream);
  return name.startsWith("step.")
    ? { href: stepHref(chapter, name.replace(/^step\.|\.[A-Za-z]+$/g, "")) }
    : { href: valueHref(chapter, name) };
}

function keptPlace({ older, run }: Chapter, id: string | undefined, stream: string | undefined): Place {
  const step = run && [...run.steps, ...run.cleanup.steps].find((one) => one.id === id);
  const named = stream === "stdout" || stream === "stderr" ? step?.[stream] : undefined;
  const output = named ?? (stream === "record" ? undefined : (step?.stdout ?? step?.stderr));
  return { href: older!.evidence + (output ? `raw/${output.sha256}` : older!.file), rel: "external" };
}

/** The site's root, as seen from the page. */
export function rootHref({ lang }: Chapter): string {
  return lang === "zh" ? "../../" : "../";
}
