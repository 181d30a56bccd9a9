/** Asks the index. It is loaded at the first question and kept. */
import type MiniSearch from "minisearch";
import type { SearchOptions } from "minisearch";
import { made } from "../evidence.js";
import type { Entry, SearchData } from "./options.js";

export interface Found {
  count: number;
  hits: { entry: Omit<Entry, "id">; terms: string[] }[];
}

export const mostShown = 40;

let loaded: Promise<(query: string) => Found> | undefined;

/** Every word must be found; when that yields nothing, any of them. */
export async function find(query: string): Promise<Found> {
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return (await loaded)(query);
}

async function load(): Promise<(query: string) => Found> {
  const [{ default: MiniSearch }, { options }, data] = await Promise.all([
    import("minisearch"),
    import("./options.js"),
    made("search.json") as Promise<SearchData>,
  ]);
  return finder(MiniSearch.loadJS<Entry>(data.index as never, options), data.entries);
}

/** Asks an index whose documents are `entries` by position. */
export function finder(
  index: Pick<MiniSearch<Entry>, "search">,
  entries: Omit<Entry, "id">[],
): (query: string) => Found {
  return (query) => {
    const all = index.search(query);
    const results = all.length > 0 ? all : index.search(query, anyWord);
    const hits = results
      .slice(0, mostShown)
      .map(({ id, terms }) => ({ entry: entries[id as number]!, terms }));
    return { count: results.length, hits };
  };
}

/** One character, such as 的, is in every text: it says nothing when the rest was not found. */
const anyWord: SearchOptions = {
  combineWith: "OR",
  processTerm: (term) => (term.length > 1 ? term : null),
};
