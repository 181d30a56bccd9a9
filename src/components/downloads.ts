/** Files that belong to a chapter, with their digests. */
import type { Download } from "./book.js";
import { el } from "./element.js";
import { formatCount } from "./format.js";
import { type Lang, say, words } from "./text.js";

export function downloadList(files: Download[], url: (name: string) => string, lang: Lang): HTMLElement {
  return el(
    "ul",
    { class: "downloads" },
    files.map(({ name, title, sha256, bytes }) =>
      el(
        "li",
        null,
        el("a", { href: url(name), download: name }, say(title, lang)),
        ` ${name}, ${formatCount(bytes)} ${words[lang].bytes}`,
        el("code", { class: "digest" }, `sha256:${sha256}`),
      ),
    ),
  );
}
