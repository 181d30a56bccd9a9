/** How long a notebook takes to read. */
import MarkdownIt from "markdown-it";
import { withSyntax } from "./syntax.js";
import type { Book, Lang } from "./types.js";

/** Words of English, characters of Chinese; a minute is 220 or 400 of them, and half a minute for each question. */
export function minutesOf(text: string, asks: number, lang: Lang): number {
  const count =
    lang === "zh" ? [...text.matchAll(/\p{Script=Han}/gu)].length / 400 : text.split(/\s+/).length / 220;
  return Math.max(1, Math.round(count + asks / 2));
}

const kept = new Map<string, number>();

/** Of a chapter, counted from its text as its own page counts it; undefined while it is not written. */
export function readingMinutes(book: Book, id: string): number | undefined {
  const text = book.text(id);
  if (text === undefined) return undefined;
  const known = kept.get(text);
  if (known !== undefined) return known;
  const tokens = withSyntax(new MarkdownIt({ html: true })).parse(text, {});
  const prose = tokens.filter(({ type }) => type === "inline").map(({ content }) => content);
  const asks = new Set(
    tokens
      .filter(({ type, info }) => type === "fence" && /^ask\s/.test(info.trim()))
      .map(({ info }) => info.trim()),
  );
  const minutes = minutesOf(prose.join(" "), asks.size, book.lang);
  kept.set(text, minutes);
  return minutes;
}
