/** `::: path`: a way through the book; the time of the chapters that it links to is added. */
import type { Token } from "markdown-it";
import { plain, tag } from "./html.js";
import { readingMinutes } from "./minutes.js";
import type { Page } from "./types.js";
import { words } from "./words.js";

export function pathTime(inner: Token[], page: Page): string {
  const { of } = page.book!;
  const t = words[of.lang];
  const linked = inner
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "link_open")
    .map((token) => /\/([a-z]\d{2})$/.exec(token.attrGet("href") ?? "")?.[1])
    .filter((id) => id !== undefined);
  const ids = new Set(linked.length > 0 ? linked : of.ids);
  const minutes = [...ids].map((id) => readingMinutes(of, id));
  // while one of them is not written, nobody can say how long they take together
  const all = minutes.every((one) => one !== undefined);
  const time = all ? t.hours(minutes.reduce((sum, one) => sum + one, 0)) : "";
  return tag("p", { class: "path-time" }, plain(t.pathTime(ids.size, time)));
}
