/** Links the first use of each term on a page to the glossary. */
import { el } from "../element.js";
import type { Lang } from "../text.js";
import { allTerms, type Term } from "./terms.js";

/** Prose only: a heading, a link, code, a label or anything that a command printed stays as it is. */
const proseParts =
  ".lead, .predictions li, .because, .limits li, .look td, .exercise > p, main > p, main > ul > li, main > table td";
const untouched = "a, code, pre, button, summary, label, dfn, h1, h2, h3, h4";

/**
 * @param glossary the page's address, relative to the page that holds `root`
 * @param chapter whose page it is: words with several meanings are linked where its subject decides
 */
export function linkTerms(root: ParentNode, glossary: string, lang: Lang, chapter?: string): void {
  const open = new Map<string, Term>();
  for (const term of allTerms) for (const form of formsOf(term, lang, chapter)) open.set(form, term);
  for (const part of root.querySelectorAll(proseParts)) {
    for (const text of textNodes(part)) linkIn(text, open, glossary);
    if (open.size === 0) return;
  }
}

/** A name that lists several things, such as “taint, toleration”, is no form that stands in a text. */
function formsOf({ forms, zh, within }: Term, lang: Lang, chapter: string | undefined): string[] {
  const here = chapter !== undefined && within?.chapters.includes(chapter) ? within.forms : [];
  const all = [...forms, ...here];
  if (all.length === 0) return [];
  if (lang === "en") return all.filter((form) => !han.test(form));
  // a name that has other meanings as well stands among the forms of its chapters
  return within || /[、与（]/.test(zh) ? all : [...all, zh];
}

const han = /\p{Script=Han}/u;

function textNodes(part: Element): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement!.closest(untouched)) found.push(node);
  }
  return found;
}

function linkIn(text: Text, open: Map<string, Term>, glossary: string): void {
  for (let rest = text; open.size > 0; ) {
    const match = firstWord(rest.data, open);
    if (!match) return;
    const term = open.get(match[0])!;
    for (const [form, one] of open) if (one === term) open.delete(form);
    const found = rest.splitText(match.index);
    rest = found.splitText(match[0].length);
    found.replaceWith(el("a", { class: "term", href: `${glossary}#${term.id}` }, match[0]));
  }
}

/** Chinese runs on without spaces: what is no word there, such as 层 within 每一层, is part of one. */
function firstWord(text: string, open: Map<string, Term>): { 0: string; index: number } | undefined {
  let words: Set<number> | undefined;
  for (const match of text.matchAll(pattern(open))) {
    if (!han.test(match[0])) return match;
    words ??= boundariesIn(text);
    if (words.has(match.index) && words.has(match.index + match[0].length)) return match;
  }
  return undefined;
}

/** Where words begin or end; browsers without a segmenter link no Chinese word. */
function boundariesIn(text: string): Set<number> {
  if (typeof Intl.Segmenter === "undefined") return new Set();
  const words = [...new Intl.Segmenter("zh", { granularity: "word" }).segment(text)];
  return new Set([...words.map(({ index }) => index), text.length]);
}

/** The longest form wins at a place; Latin words are whole words. */
function pattern(open: Map<string, Term>): RegExp {
  const forms = [...open.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => {
      const plain = form.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
      return han.test(form) ? plain : `(?<![A-Za-z0-9_/.-])${plain}(?![A-Za-z0-9_-]|\\.\\w)`;
    });
  return new RegExp(forms.join("|"), "gu");
}
