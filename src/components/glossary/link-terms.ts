/** Links the first use of each term on a page to the glossary. */
import { el } from "../element.js";
import type { Lang } from "../text.js";
import { allTerms, type Term } from "./terms.js";

/** Prose only: a heading, a link, code, a label or anything that a command printed stays as it is. */
const proseParts =
  ".lead, .predictions li, .because, .limits li, .look td, .exercise > p, main > p, main > ul > li, main > table td";
const untouched = "a, code, pre, button, summary, label, dfn, h1, h2, h3, h4";

/** `glossary` is the page's address, relative to the page that holds `root`. */
export function linkTerms(root: ParentNode, glossary: string, lang: Lang): void {
  const open = new Map<string, Term>();
  for (const term of allTerms) for (const form of formsOf(term, lang)) open.set(form, term);
  for (const part of root.querySelectorAll(proseParts)) {
    for (const text of textNodes(part)) linkIn(text, open, glossary);
    if (open.size === 0) return;
  }
}

/** A name that lists several things, such as “cordon, drain”, is no form that stands in a text. */
function formsOf({ forms, zh }: Term, lang: Lang): string[] {
  if (forms.length === 0) return [];
  if (lang === "en") return forms.filter((form) => !han.test(form));
  return /[、与（]/.test(zh) ? forms : [...forms, zh];
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
    const match = pattern(open).exec(rest.data);
    if (!match) return;
    const term = open.get(match[0])!;
    for (const [form, one] of open) if (one === term) open.delete(form);
    const found = rest.splitText(match.index);
    rest = found.splitText(match[0].length);
    found.replaceWith(el("a", { class: "term", href: `${glossary}#${term.id}` }, match[0]));
  }
}

/** The longest form wins at a place; Latin words are whole words. */
function pattern(open: Map<string, Term>): RegExp {
  const forms = [...open.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => {
      const plain = form.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
      return han.test(form) ? plain : `(?<![A-Za-z0-9_/.-])${plain}(?![A-Za-z0-9_-]|\\.\\w)`;
    });
  return new RegExp(forms.join("|"), "u");
}
