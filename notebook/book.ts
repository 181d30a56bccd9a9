/** A page of the whole book: its chapters by name, `k07:unknown.at`, each with a part of the page of its own. */
import { type Book, type Chapter, newPage, type Page } from "./types.js";

export function newBookPage(book: Book): Page {
  const page = newPage(surface(book));
  page.book = { of: book, parts: new Map() };
  return page;
}

/** The page itself is of no chapter: a name without a chapter's means nothing on it. */
function surface({ lang, file, firstLine, place }: Book): Chapter {
  return {
    id: "",
    lang,
    file,
    firstLine,
    place,
    written: true,
    title: { en: "", zh: "" },
    standing: { state: "NOT_RUN", changed: [], amended: false },
    bytes: () => undefined,
    answers: [],
  };
}

/** The part of the page that tells of this chapter; it shares the page's faults, claims and colours. Undefined without such a chapter. */
export function partOf(page: Page, id: string): Page | undefined {
  const { of, parts } = page.book!;
  const known = parts.get(id);
  if (known) return known;
  const chapter = of.chapter(id);
  if (!chapter) return undefined;
  const { file, firstLine, place } = of;
  const part: Page = {
    ...newPage({ ...chapter, file, firstLine, place }),
    faults: page.faults,
    unmet: page.unmet,
    absent: [],
    tones: page.tones,
    scope: `${of.scope ?? ""}${id}-`,
  };
  parts.set(id, part);
  return part;
}

/** `k07:unknown.at` is `unknown.at` in the page's part of k07; in a notebook a name is the chapter's own. */
export function within(name: string, page: Page): { part: Page; name: string } | { fault: string } {
  const [, id, rest] = /^([a-z]\d{2}):\s*(\S.*)$/s.exec(name) ?? [];
  if (!page.book)
    return id ? { fault: `${name}: a notebook binds its own chapter only` } : { part: page, name };
  if (!id) return { fault: `${name}: on this page a name begins with its chapter, such as k07:${name}` };
  const part = partOf(page, id);
  return part ? { part, name: rest! } : { fault: `${name}: there is no chapter ${id}` };
}

/** Names of one chapter. */
export function allWithin(names: string[], page: Page): { part: Page; names: string[] } | { fault: string } {
  const found = names.map((name) => within(name, page));
  const wrong = found.find((one) => "fault" in one);
  if (wrong && "fault" in wrong) return wrong;
  const there = found.filter((one) => "part" in one);
  const part = there[0]?.part ?? page;
  if (there.some((one) => one.part !== part))
    return { fault: `${names.join(" ")}: of more than one chapter` };
  return { part, names: there.map(({ name }) => name) };
}
