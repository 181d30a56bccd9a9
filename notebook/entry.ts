/** `:::: chapter k07`: what a contents page says of a chapter; around the author's sentences, what the run tells by itself. */
import { partOf } from "./book.js";
import { dateOf } from "./environment.js";
import { main } from "./header.js";
import { faultBox, plain, tag } from "./html.js";
import { readingMinutes } from "./minutes.js";
import { fault, type Page } from "./types.js";
import { words } from "./words.js";

/** The entry's beginning and end as HTML; the counts are of what the sentences between them say of the chapter. */
export function entryAround(
  id: string,
  { said, claims, values, line }: { said: number; claims: number; values: number; line: number },
  page: Page,
): { before: string; after: string } {
  const part = page.book && partOf(page, id);
  if (!part) {
    const message = page.book ? `chapter ${id}: there is none` : "chapter: for a page of the whole book only";
    return { before: faultBox(fault(page, line, message)), after: "" };
  }
  const { chapter } = part;
  const wrong =
    said > 0 && (claims === 0 || values === 0)
      ? faultBox(
          fault(page, line, `chapter ${id}: says nothing that its run shows: it needs a claim and a value`),
        )
      : "";
  const title = tag(
    "h3",
    {},
    `<span class="chapter-id">${plain(id)}</span> ${tag("a", { href: `${chapter.place ?? "./"}${id}` }, plain(chapter.title[chapter.lang]))}`,
  );
  return {
    before: `<section class="entry" id="${plain(id)}" data-chapter="${plain(id)}">${title}${wrong}`,
    after: `${facts(id, part, page)}</section>`,
  };
}

/** Small: how long it takes, and what stands behind it. */
function facts(id: string, { chapter }: Page, page: Page): string {
  const { run, standing, lang } = chapter;
  const t = words[lang];
  const minutes = readingMinutes(page.book!.of, id);
  const observed = run && run.status !== "NOT_RUN";
  const sign = standing.state === "OBSERVED" ? "●" : standing.state === "STALE" ? "◐" : "○";
  const confirmed = observed
    ? t.ofConfirmed(
        run.verdicts.filter(({ verdict }) => verdict === "CONFIRMED").length,
        run.predictions.length,
      )
    : "";
  const parts = [
    minutes === undefined ? "" : `<strong>${plain(t.minutes(minutes))}</strong>`,
    `<span class="state state-${standing.state}">${sign} ${standing.state}</span>${observed ? ` ${plain(dateOf(run.startedAt, lang))}` : ""}`,
    observed ? main(run) : plain(run?.statusReason ?? t.notRunYet),
    plain(confirmed),
  ];
  return `<ul class="entry-facts">${parts
    .filter(Boolean)
    .map((part) => tag("li", {}, part))
    .join("")}</ul>`;
}
