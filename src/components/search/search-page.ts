/** The search page: a field, how many were found, and links. The query stands in the address, so it can be passed on. */
import { el } from "../element.js";
import { type Lang, say } from "../text.js";
import { type Found, find, mostShown } from "./find.js";
import { highlighted, snippet } from "./snippet.js";
import { searchWords } from "./text.js";

export function searchPage(lang: Lang): HTMLElement {
  const t = searchWords[lang];
  const query = new URLSearchParams(location.search).get("q") ?? "";
  const input = el("input", {
    id: "q",
    name: "q",
    type: "search",
    value: query,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "search-hint",
    oninput: () => void answer(),
  });
  const status = el("p", { class: "search-status", role: "status" });
  const list = el("ol", { class: "results" });
  const root = el(
    "div",
    { class: "search-page" },
    el(
      "form",
      { role: "search", class: "search-form", onsubmit: submit },
      el("label", { for: "q" }, t.label),
      el("span", { class: "search-field" }, input, el("button", { type: "submit" }, t.submit)),
    ),
    el("p", { class: "hint", id: "search-hint" }, t.hint),
    status,
    list,
  );
  moveWithArrows(root, input);
  function submit(event: Event): void {
    event.preventDefault();
    void answer();
  }
  let latest = 0;
  async function answer(): Promise<void> {
    const asked = ++latest;
    const text = input.value.trim();
    const address = new URL(location.href);
    address.search = text === "" ? "" : `?${new URLSearchParams({ q: text })}`;
    history.replaceState(history.state, "", address);
    if (text === "") return show("", []);
    if (list.childElementCount === 0) status.textContent = t.loading;
    let found: Found;
    try {
      found = await find(text);
    } catch (error) {
      return show(`${t.failed} ${(error as Error).message}`, []);
    }
    if (asked !== latest) return;
    show(
      said(found, text),
      found.hits.map((hit) => result(hit, lang)),
    );
  }
  function show(text: string, results: HTMLElement[]): void {
    status.textContent = text;
    list.replaceChildren(...results);
  }
  function said({ count }: Found, text: string): string {
    return count === 0 ? t.none(text) : t.found(count, mostShown);
  }
  if (query !== "") void answer();
  return root;
}

function result({ entry, terms }: Found["hits"][number], lang: Lang): HTMLElement {
  const { kind, chapter, href, title, text, command } = entry;
  const name = say(title, lang);
  const body = say(text, lang);
  return el(
    "li",
    { class: `result result-${kind}` },
    el(
      "a",
      { href: `./${href}` },
      chapter && [el("span", { class: "chapter-id" }, chapter), " "],
      highlighted(name || snippet(body, terms, 90), terms),
    ),
    " ",
    el("span", { class: "result-kind" }, searchWords[lang].kinds[kind]),
    name && body && el("p", null, highlighted(snippet(body, terms, 200), terms)),
    command && el("p", null, el("code", null, highlighted(snippet(command, terms, 140), terms))),
  );
}

/** Down leads from the field into the results and on; Up leads back. */
function moveWithArrows(root: HTMLElement, input: HTMLInputElement): void {
  root.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops: HTMLElement[] = [input, ...root.querySelectorAll<HTMLElement>(".results a")];
    const here = stops.indexOf(document.activeElement as HTMLElement);
    const next = stops[here + step];
    if (here < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
}
