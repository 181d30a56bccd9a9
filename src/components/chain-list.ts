/** The chain as a table: what a screen reader goes through, what is printed, what is searched for in a page. */
import type { Chain, Link } from "../model/chain/types.js";
import { layers } from "./chain-layout.js";
import { chainWords } from "./chain-words.js";
import { el, tableHead } from "./element.js";
import { formatValue } from "./format.js";
import { sourceLink } from "./observed-value.js";
import type { Page } from "./page.js";

/** One column a generation; with two of them a last one says what changed and what stayed. */
export function chainList(chains: Chain[], differing: Set<string>, page: Page): HTMLElement {
  const t = chainWords[page.lang];
  const ids = idsByLayer(chains);
  const counts = chains.length > 1 ? ` · ${t.counts(differing.size, ids.length - differing.size)}` : "";
  return el(
    "details",
    { class: "chain-list" },
    el("summary", null, `${t.list}${counts}`),
    el(
      "table",
      { class: "stacked" },
      el(
        "caption",
        null,
        t.listOf(chains.map(({ id, pod }) => `${id} (${pod.namespace}/${pod.name})`).join(", ")),
      ),
      tableHead(headsOf(chains, page)),
      el(
        "tbody",
        null,
        ids.map((id) => row(id, chains, differing, page)),
      ),
    ),
  );
}

function headsOf(chains: Chain[], { lang, words }: Page): string[] {
  const t = chainWords[lang];
  const values = chains.length > 1 ? chains.map(({ id }) => id) : [words.value];
  return [t.layer, t.element, ...values, ...(chains.length > 1 ? [t.change] : [])];
}

function row(id: string, chains: Chain[], differing: Set<string>, page: Page): HTMLElement {
  const t = chainWords[page.lang];
  const heads = headsOf(chains, page);
  const links = chains.map(({ links }) => links.find((link) => link.id === id));
  const { layer } = links.find((link) => link !== undefined)!;
  return el(
    "tr",
    { class: differing.has(id) ? "differs" : undefined },
    el("td", { "data-label": t.layer }, page.words.layers[layer]),
    el("th", { scope: "row" }, el("code", null, id)),
    links.map((link, index) => el("td", { "data-label": heads[index + 2] }, linkValue(link, page))),
    chains.length > 1 &&
      el(
        "td",
        { "data-label": t.change },
        differing.has(id) ? el("strong", null, `≠ ${t.changed}`) : t.stayed,
      ),
  );
}

function linkValue(link: Link | undefined, page: Page): (Node | string)[] {
  if (!link) return ["—"];
  if (link.break)
    return [
      el("span", { class: "fault" }, `✕ ${page.words.breakReason} (${link.break.code})`),
      ` ${link.break.reason}`,
    ];
  const value = el("code", { class: "value" }, formatValue(link.value!, link.unit));
  return [
    link.sources[0] ? sourceLink(value, link.sources[0], page) : value,
    ...(link.agrees ?? []).map(({ with: other }) =>
      el("span", { class: "note agrees" }, `✓ ${page.words.agreesWith} `, el("code", null, other)),
    ),
  ];
}

function idsByLayer(chains: Chain[]): string[] {
  const links = chains.flatMap(({ links }) => links);
  const ids = [...new Set(links.map(({ id }) => id))];
  const place = (id: string) => layers.indexOf(links.find((link) => link.id === id)!.layer);
  return ids.sort((x, y) => place(x) - place(y));
}
