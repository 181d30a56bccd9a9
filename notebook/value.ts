/** `{{name}}` and `{{reference prediction}}` as HTML. */
import { within } from "./book.js";
import { renderFact } from "./facts.js";
import { faultMark, plain, tag } from "./html.js";
import { show } from "./show.js";
import { toneOf } from "./tone.js";
import { fault, type Page } from "./types.js";
import { words } from "./words.js";

/** What stands between the braces; `line` counts from 0 within the Markdown. */
export function renderValue(expression: string, onPage: Page, line: number): string {
  if (onPage.book && expression.trim().startsWith("book:"))
    return renderFact(expression.trim().slice(5).trim(), onPage, line);
  const found = within(expression.trim(), onPage);
  if ("fault" in found) return faultMark(fault(onPage, line, found.fault));
  const { part: page, name: text } = found;
  if (/^reference\s/.test(text)) return renderReference(text.replace(/^reference\s+/, ""), page, line);
  const shown = show(text, page);
  if ("fault" in shown) return faultMark(fault(page, line, shown.fault));
  for (const name of shown.names) if (!name.startsWith("env.")) page.cited.values.add(name);
  const id = anchor(shown.names, page);
  if (shown.missing) {
    page.absent.push({
      line: line + page.chapter.firstLine,
      name: shown.names.join(", "),
      kind: shown.missing.kind,
    });
    const reason = shown.missing.reason;
    const why = reason.length > 90 ? `${reason.slice(0, 88)}…` : reason;
    return tag(
      "span",
      { class: "v missing", id, title: shown.title },
      `${plain(shown.text)} <span class="why">(${plain(why)})</span>`,
    );
  }
  const identity = shown.form === "identifier" ? ` tone-${toneOf(page, String(shown.value))}` : "";
  const attributes = { class: `v v-${shown.form}${identity}`, id, title: shown.title };
  return shown.href
    ? tag("a", { ...attributes, href: shown.href, rel: shown.rel }, plain(shown.text))
    : tag("span", attributes, plain(shown.text));
}

/** The first place that cites a name, so that the record page can lead back to it. */
function anchor(names: string[], page: Page): string | undefined {
  const name = names.find((one) => !one.startsWith("env.") && !page.anchored.has(one));
  if (!name) return undefined;
  page.anchored.add(name);
  return `cites-${page.scope ?? ""}${name}`;
}

function renderReference(id: string, page: Page, line: number): string {
  const { run, lab, lang } = page.chapter;
  const t = words[lang];
  const prediction = [...(run?.predictions ?? []), ...(lab?.predictions ?? [])].find((one) => one.id === id);
  if (!prediction) return faultMark(fault(page, line, `{{reference ${id}}}: there is no prediction ${id}`));
  if (!prediction.reference)
    return faultMark(fault(page, line, `{{reference ${id}}}: the prediction has no reference figure`));
  page.cited.references.add(id);
  const { value, unit, note } = prediction.reference;
  const amount = typeof value === "string" ? value : JSON.stringify(value);
  const text = [unit ? `${amount} ${t.units[unit] ?? unit}` : amount, note?.[lang]]
    .filter(Boolean)
    .join(lang === "zh" ? "，" : " ");
  return tag("span", { class: "r", title: t.referenceTitle }, plain(text));
}
