/** ```` ```picture kind name ````: handed to src/pictures together with what it may know of the run. */
import { inChinese } from "../src/components/recorded/chinese.js";
import type { Moment, PictureContext, Shown } from "../src/pictures/context.js";
import { PictureFaults } from "../src/pictures/faults.js";
import { renderPicture } from "../src/pictures/index.js";
import { type RecordedMoment, recordedMoment } from "../src/pictures/moment.js";
import { faultBox } from "./html.js";
import { stepHref, valueHref } from "./place.js";
import { show } from "./show.js";
import { isIdentifier, toneOf } from "./tone.js";
import { fault, type Page } from "./types.js";
import { words } from "./words.js";

export function renderNamedPicture(
  kind: string,
  name: string,
  source: string,
  page: Page,
  line: number,
): string {
  if (!kind || !name)
    return faultBox(
      fault(page, line, "picture: expected a kind and a name, such as `picture phases outage`"),
    );
  page.cited.pictures.add(`${kind} ${name}`);
  const { file, firstLine } = page.chapter;
  try {
    return renderPicture(
      { kind, name, source, where: { file, line: firstLine + line + 1 } },
      contextOf(page),
    );
  } catch (error) {
    if (!(error instanceof PictureFaults)) throw error;
    for (const one of error.faults)
      page.faults.push({ file: one.file, line: one.line, message: one.message });
    return faultBox(error.faults.map(({ message }) => message).join("; "));
  }
}

/** What pictures may know; what they name counts as cited by the page. */
export function contextOf(page: Page): PictureContext {
  const { chapter } = page;
  return {
    lang: chapter.lang,
    run: chapter.run,
    show: (ref, filters = []) => shownOf(ref, filters, page),
    moment: (ref, timeline) => momentOf(ref, timeline, page),
    tone: (value) => toneOf(page, value),
  };
}

function shownOf(ref: string, filters: string[], page: Page): Shown | undefined {
  const shown = show([ref, ...filters].join(" | "), page);
  if ("fault" in shown) return undefined;
  for (const name of shown.names) if (!name.startsWith("env.")) page.cited.values.add(name);
  const { text, value, unit, step, href, missing } = shown;
  if (typeof value === "string" && isIdentifier(value)) toneOf(page, value);
  return { text: missing ? missing.kind : text, value, unit, step, href, missing };
}

function momentOf(ref: string, timeline: string | undefined, page: Page): Moment | undefined {
  const { chapter } = page;
  const { run, lab } = chapter;
  const found = run && recordedMoment(run, ref, timeline);
  if (found) return told(found, page);
  const id = ref.replace(/\.end$/, "");
  const known =
    lab &&
    (lab.steps.has(id) ||
      lab.observations.has(ref) ||
      lab.timelines.has(ref.split("/")[0]!) ||
      (timeline && lab.timelines.has(timeline)));
  return known
    ? gone(ref, "NOT_RUN", run ? words[chapter.lang].notInRun : words[chapter.lang].noRun, page)
    : undefined;
}

/** With its place on the record page, and its reason in the page's language. */
function told({ at, source, step, missing }: RecordedMoment, { chapter }: Page): Moment {
  return {
    at,
    source,
    href: step && stepHref(chapter, step),
    missing: missing && {
      kind: missing.kind,
      reason: chapter.lang === "zh" ? inChinese(missing.reason) : missing.reason,
    },
  };
}

function gone(ref: string, kind: string | undefined, reason: string | undefined, { chapter }: Page): Moment {
  return {
    source: ref,
    href: valueHref(chapter, ref),
    missing: { kind: kind ?? "NOT_FOUND", reason: reason ?? "" },
  };
}
