/** The index's shape: the same where it is made (data-loaders/site/search) and where it is asked. */
import type { Options } from "minisearch";
import type { Text } from "../../model/run.js";
import { tokens } from "./tokens.js";

export type Kind = "chapter" | "prediction" | "step" | "limit" | "look" | "exercise" | "term";

export interface Entry {
  id: number;
  kind: Kind;
  /** Page and place within a language, such as `chapters/k06#limits`. */
  href: string;
  /** Chapter ID; empty for a term of the glossary. */
  chapter: string;
  title: Text;
  /** One text in both languages; commands are in neither. */
  text: Text;
  command?: string;
}

/** `data/made/search.json`: the index and the entries that it points at, by position. */
export interface SearchData {
  index: unknown;
  entries: Omit<Entry, "id">[];
}

export const options: Options<Entry> = {
  fields: ["own", "title", "text", "command"],
  extractField: (entry, field) => {
    // the chapter's own entry is found by its ID, before all that mention it
    if (field === "own") return entry.kind === "chapter" ? entry.chapter : "";
    const value: string | number | Text | undefined = entry[field as keyof Entry];
    return typeof value === "object" ? `${value.en}\n${value.zh}` : (value as string);
  },
  tokenize: tokens,
  processTerm: (term) => term,
  searchOptions: {
    boost: { own: 20, title: 3, text: 1.5 },
    boostTerm: (term) => (term.length > 1 ? 1 : 0.3),
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 0.2 : false),
    combineWith: "AND",
  },
};
