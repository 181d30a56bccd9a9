/** What a notebook's Markdown has beyond CommonMark: attributes, footnotes and containers. */
import type MarkdownIt from "markdown-it";
import attrs from "markdown-it-attrs";
import container from "markdown-it-container";
import footnote from "markdown-it-footnote";

const containers = ["claim", "aside", "exercise", "chapter", "path"];

/** Whoever parses a notebook parses it with these, so that two counts of its words are one. */
export function withSyntax(md: MarkdownIt): MarkdownIt {
  // these plugins' types name another copy of markdown-it's types
  const use = md.use.bind(md) as (plugin: unknown, ...options: unknown[]) => MarkdownIt;
  use(attrs, { allowedAttributes: ["id", "class", "lang"] });
  use(footnote);
  for (const name of containers) use(container, name);
  return md;
}
